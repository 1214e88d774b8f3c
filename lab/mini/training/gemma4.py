"""The gemma4 forward pass in PyTorch, as far as a miniature needs it (source: llama.cpp's gemma4 graph).

Embeddings scaled by sqrt(width) and tied to the output, RMS norms before and after attention and feed-forward, RMS
norms of q and k with a weight and of v without, attention scale 1, NEOX rotary, GELU gate, soft-capped logits.
"""

from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional as F

EPSILON = 1e-6
LOGIT_CAP = 30.0
FULL_ROTARY_BASE = 1e6
SLIDING_ROTARY_BASE = 1e4
# Longer than any prompt here: a sliding layer differs from a full one in its rotary base alone.
CONTEXT = 4096


@dataclass(frozen=True)
class Shape:
    vocabulary: int
    width: int = 256
    layers: int = 5
    heads: int = 4
    kv_heads: int = 2
    head_width: int = 64
    feed_forward: int = 640

    def is_full(self, layer: int) -> bool:
        return layer % 5 == 4


class MiniGemma(nn.Module):
    def __init__(self, shape: Shape):
        super().__init__()
        self.shape = shape
        self.embedding = nn.Embedding(shape.vocabulary, shape.width)
        nn.init.normal_(self.embedding.weight, std=shape.width**-0.5)
        self.layers = nn.ModuleList(Layer(shape, shape.is_full(i)) for i in range(shape.layers))
        self.output_norm = nn.Parameter(torch.ones(shape.width))

    def forward(self, head: torch.Tensor, tails: torch.Tensor) -> torch.Tensor:
        """Hidden states (batch, time, width) of `tails`, each of which follows the one `head` that all share."""
        scale = self.shape.width**0.5
        shared = self.embedding(head)[None] * scale
        own = self.embedding(tails) * scale
        rotary = Rotary(self.shape.head_width, len(head), tails.shape[1])
        for layer in self.layers:
            shared, own = layer(shared, own, rotary)
        return rms_norm(own, self.output_norm)

    def logits(self, hidden: torch.Tensor) -> torch.Tensor:
        return LOGIT_CAP * torch.tanh(hidden @ self.embedding.weight.T / LOGIT_CAP)


class Layer(nn.Module):
    def __init__(self, shape: Shape, full: bool):
        super().__init__()
        self.shape, self.full = shape, full
        width, ff = shape.width, shape.feed_forward
        q_width, kv_width = shape.heads * shape.head_width, shape.kv_heads * shape.head_width
        self.q, self.k, self.v, self.o = linear(width, q_width), linear(width, kv_width), linear(width, kv_width), linear(q_width, width)
        self.gate, self.up, self.down = linear(width, ff), linear(width, ff), linear(ff, width)
        self.attention_norm, self.ffn_norm = weight(width, 1.0), weight(width, 1.0)
        self.post_attention_norm, self.post_ffn_norm = weight(width, 0.3), weight(width, 0.3)
        # The attention scale of gemma4 is 1: these two norms begin as what 1/sqrt(head width) would be.
        self.q_norm = weight(shape.head_width, shape.head_width**-0.25)
        self.k_norm = weight(shape.head_width, shape.head_width**-0.25)

    def forward(self, shared, own, rotary: "Rotary"):
        qs, ks, vs = self.project(shared, rotary.shared(self.full))
        qo, ko, vo = self.project(own, rotary.own(self.full))
        shared = self.feed(shared, attend(qs, ks, vs, rotary.shared_mask))
        own = self.feed(own, attend_behind(qo, ko, vo, ks, vs, rotary.own_mask))
        return shared, own

    def project(self, x, angles):
        """q: batch, kv heads, queries per kv head, time, head width; k and v: batch, kv heads, time, head width."""
        batch, time, _ = x.shape
        shape = self.shape
        h = rms_norm(x, self.attention_norm)
        split = lambda y, heads: y.view(batch, time, heads, shape.head_width).transpose(1, 2)
        q = rotate(rms_norm(split(self.q(h), shape.heads), self.q_norm), angles)
        k = rotate(rms_norm(split(self.k(h), shape.kv_heads), self.k_norm), angles)
        v = rms_norm(split(self.v(h), shape.kv_heads))
        return q.reshape(batch, shape.kv_heads, -1, time, shape.head_width), k, v

    def feed(self, x, attended):
        x = x + rms_norm(self.o(attended), self.post_attention_norm)
        h = rms_norm(x, self.ffn_norm)
        return x + rms_norm(self.down(F.gelu(self.gate(h), approximate="tanh") * self.up(h)), self.post_ffn_norm)


class Rotary:
    """Angles and causal masks for a shared head and the tails after it."""

    def __init__(self, head_width: int, head: int, tail: int):
        positions = torch.arange(head + tail, dtype=torch.float32)
        self.head = head
        self.angles = {}
        for full, base in ((True, FULL_ROTARY_BASE), (False, SLIDING_ROTARY_BASE)):
            half = head_width // 2
            frequencies = base ** (-torch.arange(half, dtype=torch.float32) / half)
            angle = positions[:, None] * frequencies[None]
            self.angles[full] = (angle.cos(), angle.sin())
        self.shared_mask = torch.full((head, head), -1e9).triu(1)
        self.own_mask = torch.full((tail, tail), -1e9).triu(1)

    def shared(self, full: bool):
        return tuple(part[: self.head] for part in self.angles[full])

    def own(self, full: bool):
        return tuple(part[self.head :] for part in self.angles[full])


def attend(q, k, v, mask):
    scores = q @ k[:, :, None].transpose(-1, -2) + mask
    return join_heads(scores.softmax(-1) @ v[:, :, None])


def attend_behind(q, k, v, shared_k, shared_v, mask):
    """Tails look at the shared head (one matrix product for the whole batch) and at themselves."""
    batch, kv_heads, group, time, width = q.shape
    flat = q.permute(1, 0, 2, 3, 4).reshape(kv_heads, batch * group * time, width)
    to_head = (flat @ shared_k[0].transpose(-1, -2)).view(kv_heads, batch, group, time, -1)
    to_self = (q @ k[:, :, None].transpose(-1, -2) + mask).transpose(0, 1)
    weights = torch.cat([to_head, to_self], -1).softmax(-1)
    head = to_head.shape[-1]
    of_head = (weights[..., :head].reshape(kv_heads, batch * group * time, head) @ shared_v[0]).view(kv_heads, batch, group, time, width)
    of_self = weights[..., head:].transpose(0, 1) @ v[:, :, None]
    return join_heads(of_head.transpose(0, 1) + of_self)


def join_heads(x):
    batch, kv_heads, group, time, width = x.shape
    return x.permute(0, 3, 1, 2, 4).reshape(batch, time, kv_heads * group * width)


def rms_norm(x, scale=None):
    y = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + EPSILON)
    return y if scale is None else y * scale


def rotate(x, angles):
    cos, sin = angles
    half = x.shape[-1] // 2
    a, b = x[..., :half], x[..., half:]
    return torch.cat([a * cos - b * sin, b * cos + a * sin], -1)


def linear(inputs: int, outputs: int) -> nn.Linear:
    layer = nn.Linear(inputs, outputs, bias=False)
    nn.init.normal_(layer.weight, std=inputs**-0.5)
    return layer


def weight(size: int, value: float) -> nn.Parameter:
    return nn.Parameter(torch.full((size,), value))
