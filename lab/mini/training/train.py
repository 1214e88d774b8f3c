"""Trains the miniature for so many minutes: `train.py MINUTES [--resume]`; writes `.mini/model.pt`.

Debian: python3-torch, python3-sentencepiece, libopenblas0-pthread (without it training is twenty times slower).
"""

import math
import os
import random
import sys
import time

# Before torch is loaded: idle threads that spin, and memory given back to the kernel at every step, cost half the time.
SETTINGS = {
    "OMP_WAIT_POLICY": "PASSIVE",
    "GOMP_SPINCOUNT": "0",
    "MALLOC_MMAP_MAX_": "0",
    "MALLOC_TRIM_THRESHOLD_": "8000000000",
    "MALLOC_TOP_PAD_": "268435456",
    "MALLOC_ARENA_MAX": "1",
}
if os.environ.get("OMP_WAIT_POLICY") is None:
    os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, **SETTINGS})

import torch
from torch import nn
from torch.nn import functional as F

import tokenizer
from dataset import Dataset
from gemma4 import MiniGemma, Shape

CHECKPOINT = os.path.join(tokenizer.WORK, "checkpoint.pt")
WEIGHTS = os.path.join(tokenizer.WORK, "model.pt")
RATE = float(os.environ.get("MINI_RATE", "3e-3"))
WARM_UP_STEPS = 60
CHAT_SHARE = float(os.environ.get("MINI_CHAT_SHARE", "0.68"))
# Shares of the time. Only openings at first, without the long head: five times as many first calls a second, and little
# else to look at, so that the model learns early to read what the user wrote. Then whole dialogues, then their head too.
OPENINGS_UNTIL, HEADLESS_UNTIL = 0.35, 0.55
SAVE_SECONDS = 120
SEED = int(os.environ.get("MINI_SEED", "7"))


def main(minutes: float, resume: bool) -> None:
    torch.manual_seed(SEED)
    torch.set_num_threads(2)
    if not resume:
        tokenizer.train()
    pieces = tokenizer.load()
    data, held_back = Dataset(pieces, "train.jsonl"), Dataset(pieces, "validation.jsonl")
    model = MiniGemma(Shape(pieces.vocab_size()))
    optimizer = make_optimizer(model)
    if resume:
        saved = torch.load(CHECKPOINT)
        model.load_state_dict(saved["model"])
        optimizer.load_state_dict(saved["optimizer"])
    print("parameters", sum(p.numel() for p in model.parameters()), "heads", {k: len(v) for k, v in data.heads.items()}, flush=True)
    run(model, optimizer, data, held_back, minutes, resume)
    torch.save(model.state_dict(), WEIGHTS)


def run(model, optimizer, data, held_back, minutes, resume) -> None:
    chance = random.Random(SEED)
    openings = {head: data.batches(head, SEED, openings=True) for head in data.heads}
    batches = {head: data.batches(head, SEED) for head in data.heads}
    warm_up = WARM_UP_STEPS // (3 if resume else 1)
    averages, step, started, saved = {}, 0, time.time(), time.time()
    while (progress := (time.time() - started) / 60 / minutes) < 1:
        rate = RATE * min(1, (step + 1) / warm_up) * (0.02 + 0.98 * (0.5 + 0.5 * math.cos(math.pi * progress)))
        for group in optimizer.param_groups:
            group["lr"] = rate
        head = "chat" if chance.random() < CHAT_SHARE else "frame"
        source = openings if progress < OPENINGS_UNTIL and not resume else batches
        before = data.heads[head][:1] if progress < HEADLESS_UNTIL and not resume else data.heads[head]
        loss, written = losses(model, before, *next(source[head]))
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        step += 1
        averages[head] = 0.95 * averages.get(head, written) + 0.05 * written
        if step % 20 == 0:
            print(step, f"{time.time() - started:.0f}s", {k: round(v, 4) for k, v in averages.items()}, f"rate {rate:.5f}", flush=True)
        if time.time() - saved > SAVE_SECONDS:
            torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, CHECKPOINT)
            saved = time.time()
    torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, CHECKPOINT)
    print("steps", step, "validation", validate(model, held_back), flush=True)


def losses(model, head, ids, weights):
    """The weighted loss, and that of the tokens the model writes, as a number. Forward in bfloat16 where the CPU has it."""
    targets, counts = ids[:, 1:].reshape(-1), weights[:, 1:].reshape(-1)
    keep = counts.nonzero(as_tuple=True)[0]
    with torch.autocast("cpu", dtype=torch.bfloat16):
        hidden = model(head, ids)[:, :-1].reshape(-1, model.shape.width)
        logits = model.logits(hidden[keep])
    each = F.cross_entropy(logits.float(), targets[keep], reduction="none")
    counts = counts[keep]
    written = each.detach()[counts == 1]
    return (each * counts).sum() / counts.sum(), written.mean().item()


@torch.no_grad()
def validate(model, held_back):
    """Mean loss of the tokens the model writes, per head."""
    totals = {}
    for head in held_back.heads:
        batches = held_back.batches(head, 0)
        totals[head] = round(sum(losses(model, held_back.heads[head], *next(batches))[1] for _ in range(5)) / 5, 4)
    return totals


def make_optimizer(model):
    matrices = [p for p in model.parameters() if p.dim() > 1]
    vectors = [p for p in model.parameters() if p.dim() == 1]
    groups = [{"params": matrices, "weight_decay": 0.05}, {"params": vectors, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=RATE, betas=(0.9, 0.98))


if __name__ == "__main__":
    main(float(sys.argv[1]), "--resume" in sys.argv)
