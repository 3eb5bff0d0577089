"""Training for a given time of work on one core, and what the losses share."""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Callable

import torch
from torch import Tensor, nn

AVERAGE = 0.995
WARM_UP_STEPS = 100
LEAST_RATE = 5e-6
GRADIENT_LIMIT = 5.0
Batch = dict[str, Tensor]


def learn(
    net: nn.Module, next_batch: Callable[[], Batch], loss_of: Callable[[nn.Module, Batch], Tensor], minutes: float,
    rate: float,
) -> tuple[nn.Module, int, float]:  # fmt: skip
    """Trains `net` for so many minutes of work, waiting for a busy machine not counted; the rate falls as a cosine.

    Gives the average of the weights on the way, the steps taken, and the last losses' mean. Prints each hundredth.
    """
    kept = copy.deepcopy(net)
    maker = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.02)
    begun, step, mean = time.process_time(), 0, 0.0
    while (done := (time.process_time() - begun) / (60 * minutes)) < 1:
        for group in maker.param_groups:
            group["lr"] = (
                rate * min(1.0, (step + 1) / WARM_UP_STEPS) * (0.5 + 0.5 * math.cos(math.pi * done)) + LEAST_RATE
            )
        loss = loss_of(net, next_batch())
        maker.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), GRADIENT_LIMIT)
        maker.step()
        _average(kept, net, min(AVERAGE, (step + 1) / (step + 10)))
        mean += max(0.01, 1 / (step + 1)) * (float(loss.detach()) - mean)
        step += 1
        if step % 100 == 0:
            print(f"{time.process_time() - begun:5.0f} s  step {step}  loss {mean:.4f}", flush=True)
    return kept, step, mean


def _average(kept: nn.Module, net: nn.Module, share: float) -> None:
    """Moves the running average of the weights."""
    with torch.no_grad():
        for a, b in zip(kept.state_dict().values(), net.state_dict().values(), strict=True):
            if a.dtype.is_floating_point:
                a.lerp_(b, 1 - share)
            else:
                a.copy_(b)


def answer(net: nn.Module, images: Tensor) -> Tensor:
    """The net's answer, its inputs laid out as its convolutions like them."""
    out: Tensor = net(images.contiguous(memory_format=torch.channels_last))
    return out


def work_in_halves(net: nn.Module) -> None:
    """From now on `net` works with bfloat16 inside: nearly twice as fast on processors that have AMX."""
    exact = net.forward

    def halved(images: Tensor) -> Tensor:
        with torch.autocast("cpu", torch.bfloat16):
            out: Tensor = exact(images)
        return out.float()

    net.forward = halved


def unit(pictures: Tensor) -> Tensor:
    """(B, S, S, 3) uint8 to (B, 3, S, S) 0..1."""
    return pictures.permute(0, 3, 1, 2).float() / 255
