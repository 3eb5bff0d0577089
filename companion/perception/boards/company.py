"""What stands at one place of a board beside what stands at the others: all discs of a kind on one table look alike."""

from __future__ import annotations

from typing import Any

FEW = 0.5
"""Places of a kind that count half: what was seen but once is little to compare with."""


def company(shares: Any, features: Any) -> tuple[Any, Any]:
    """How far each place is from what the other places show, kind by kind.

    shares: (..., N, C) share 0..1 of each of C kinds at N places, all 0 where there is no place. features: (..., N, D).
    Gives (..., N, C, D), the other places' mean of a kind less the place's own features, and (..., N, C) 0..1, how
    much of that kind the others show; both near 0 where they show none. Arrays and torch's tensors alike, so that
    training and reading compare in the same way.
    """
    total = shares.swapaxes(-1, -2) @ features
    others = total[..., None, :, :] - shares[..., None] * features[..., None, :]
    many = shares.sum(axis=-2, keepdims=True) - shares
    off = others - many[..., None] * features[..., None, :]
    return off / (many + FEW)[..., None], many / (many + FEW)
