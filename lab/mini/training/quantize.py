"""ggml's tensor types: blocks of 32 weights with one scale (q8_0: 34 bytes, q4_0: 18 bytes), and plain floats."""

import numpy

BLOCK = 32


def f32(x):
    return x.astype(numpy.float32).tobytes()


def f16(x):
    return x.astype(numpy.float16).tobytes()


def q8_0(x):
    blocks = x.reshape(-1, BLOCK)
    scale = numpy.abs(blocks).max(1, keepdims=True) / 127
    levels = numpy.where(scale > 0, numpy.rint(blocks / numpy.where(scale > 0, scale, 1)), 0).astype(numpy.int8)
    out = numpy.zeros((len(blocks), 2 + BLOCK), numpy.uint8)
    out[:, :2] = scale.astype(numpy.float16).view(numpy.uint8).reshape(-1, 2)
    out[:, 2:] = levels.view(numpy.uint8)
    return out.tobytes()


def q4_0(x):
    """The largest weight by magnitude, sign kept, becomes level -8."""
    blocks = x.reshape(-1, BLOCK)
    largest = blocks[numpy.arange(len(blocks)), numpy.abs(blocks).argmax(1)]
    scale = (largest / -8).astype(numpy.float32)
    inverse = numpy.where(scale != 0, 1 / numpy.where(scale != 0, scale, 1), 0)
    levels = numpy.clip(numpy.floor(blocks * inverse[:, None] + 8.5), 0, 15).astype(numpy.uint8)
    out = numpy.zeros((len(blocks), 2 + BLOCK // 2), numpy.uint8)
    out[:, :2] = scale.astype(numpy.float16)[:, None].view(numpy.uint8).reshape(-1, 2)
    out[:, 2:] = levels[:, : BLOCK // 2] | (levels[:, BLOCK // 2 :] << 4)
    return out.tobytes()


# Number of the tensor type, of the file type (general.file_type), and the encoder.
TYPES = {"f32": (0, 0, f32), "f16": (1, 1, f16), "q8_0": (8, 7, q8_0), "q4_0": (2, 2, q4_0)}
