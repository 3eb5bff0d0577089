"""The training loop, bounded by processor time on one core, and helpers for losses."""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Callable

import torch
from torch import Tensor, nn

AVERAGE_DECAY = 0.995  # decay of the exponential moving average of the weights, per step
WARM_UP_STEPS = 100  # over which the learning rate rises linearly
LEAST_RATE = 5e-6  # learning rate at the end
GRADIENT_LIMIT = 5.0  # the gradient's norm is clipped to this
Batch = dict[str, Tensor]
"""A batch: tensors by name, of which the first dimension is the lesson."""


def learn(
    net: nn.Module, next_batch: Callable[[], Batch], loss_of: Callable[[nn.Module, Batch], Tensor], minutes: float,
    rate: float,
) -> tuple[nn.Module, int, float]:  # fmt: skip
    """Train `net` with AdamW and a learning rate that falls as a cosine; prints the loss every 100 steps.

    Args:
        net: trained in place.
        next_batch: returns a new batch.
        loss_of: returns the loss of the network on a batch, a scalar.
        minutes: processor time to train for; waiting for a busy machine does not count.
        rate: the highest learning rate.

    Returns:
        A copy of the network with the moving average of its weights, the number of steps, and the moving average of the
        loss.
    """
    averaged = copy.deepcopy(net)
    optimizer = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.02)
    begun, step, mean = time.process_time(), 0, 0.0
    while (done := (time.process_time() - begun) / (60 * minutes)) < 1:
        for group in optimizer.param_groups:
            group["lr"] = (
                rate * min(1.0, (step + 1) / WARM_UP_STEPS) * (0.5 + 0.5 * math.cos(math.pi * done)) + LEAST_RATE
            )
        loss = loss_of(net, next_batch())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), GRADIENT_LIMIT)
        optimizer.step()
        _average(averaged, net, min(AVERAGE_DECAY, (step + 1) / (step + 10)))
        mean += max(0.01, 1 / (step + 1)) * (float(loss.detach()) - mean)
        step += 1
        if step % 100 == 0:
            print(f"{time.process_time() - begun:5.0f} s  step {step}  loss {mean:.4f}", flush=True)
    return averaged, step, mean


def _average(averaged: nn.Module, net: nn.Module, share: float) -> None:
    """Update the moving average `kept` of the weights of `net`, in place; buffers of whole numbers are copied."""
    with torch.no_grad():
        for a, b in zip(averaged.state_dict().values(), net.state_dict().values(), strict=True):
            if a.dtype.is_floating_point:
                a.lerp_(b, 1 - share)
            else:
                a.copy_(b)


def answer(net: nn.Module, images: Tensor) -> Tensor:
    """The network's output for images (B, C, H, W), passed in the channels-last layout, in which it runs faster."""
    out: Tensor = net(images.contiguous(memory_format=torch.channels_last))
    return out


def use_bfloat16(net: nn.Module) -> None:
    """Make `net` compute in bfloat16 from now on: nearly twice as fast on processors with AMX.

    Its output stays float32.
    """
    exact = net.forward

    def halved(images: Tensor) -> Tensor:
        with torch.autocast("cpu", torch.bfloat16):
            out: Tensor = exact(images)
        return out.float()

    net.forward = halved


def to_unit_range(pictures: Tensor) -> Tensor:
    """Convert pictures (B, H, W, 3) uint8 to (B, 3, H, W) float32, 0 to 1."""
    return pictures.permute(0, 3, 1, 2).float() / 255
