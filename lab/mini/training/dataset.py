"""Training data as token ids, in batches of about equal size."""

import json
import os
import random

import numpy
import torch

import tokenizer

# Weight in the loss of a token that the model reads, where one that it writes counts 1.
READ_WEIGHT = 0.05
BATCH_TOKENS = {"chat": 3600, "frame": 3600}
LONGEST = 900


class Dataset:
    def __init__(self, pieces, name: str):
        with open(os.path.join(tokenizer.WORK, "heads.json"), encoding="utf-8") as file:
            self.heads = {head: torch.tensor([tokenizer.BOS, *pieces.encode(text.removeprefix("<bos>"))]) for head, text in json.load(file).items()}
        self.samples = {head: [] for head in self.heads}
        # Up to the end of the first thing the model writes: mostly its first call.
        self.openings = {head: [] for head in self.heads}
        with open(os.path.join(tokenizer.WORK, name), encoding="utf-8") as file:
            for line in file:
                row = json.loads(line)
                ids, weights, opening = encode(pieces, row["segments"])
                if len(ids) <= LONGEST:
                    ids, weights = numpy.array(ids, numpy.int16), numpy.array(weights, numpy.float32)
                    self.samples[row["head"]].append((ids, weights))
                    self.openings[row["head"]].append((ids[:opening], weights[:opening]))

    def batches(self, head: str, seed: int, openings: bool = False):
        """Endless batches of (ids, weights), samples of like length together."""
        chance = random.Random(seed)
        while True:
            order = list((self.openings if openings else self.samples)[head])
            chance.shuffle(order)
            for start in range(0, len(order), 1000):
                window = sorted(order[start : start + 1000], key=lambda sample: len(sample[0]))
                batches = list(split(window, BATCH_TOKENS[head]))
                chance.shuffle(batches)
                for batch in batches:
                    yield stack(batch)


def encode(pieces, segments):
    ids, weights, opening = [], [], None
    for text, learn in segments:
        part = pieces.encode(text)
        ids += part
        weights += [1.0 if learn else READ_WEIGHT] * len(part)
        if learn and opening is None:
            opening = len(ids)
    return ids, weights, opening


def split(samples, tokens: int):
    batch = []
    for sample in samples:
        if batch and (len(batch) + 1) * len(sample[0]) > tokens:
            yield batch
            batch = []
        batch.append(sample)
    if batch:
        yield batch


def stack(batch):
    time = max(len(ids) for ids, _ in batch)
    ids = torch.zeros(len(batch), time, dtype=torch.long)
    weights = torch.zeros(len(batch), time)
    for row, (sample, weight) in enumerate(batch):
        ids[row, : len(sample)] = torch.from_numpy(sample.astype(numpy.int64))
        weights[row, : len(sample)] = torch.from_numpy(weight)
    return ids, weights
