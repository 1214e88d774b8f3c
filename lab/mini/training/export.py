"""Writes `.mini/model.pt` as GGUF: f16, q8_0 and q4_0 into models/mini with their manifest, f32 into .mini for parity.

`export.py FOLDER` writes them elsewhere.
"""

import hashlib
import json
import os
import sys

import numpy
import torch

import tokenizer
from gemma4 import CONTEXT, EPSILON, FULL_ROTARY_BASE, LOGIT_CAP, SLIDING_ROTARY_BASE, Shape
from gguf import GgufWriter
from quantize import TYPES

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "models", "mini")
NAME = "mini-gemma4-ko"
BUNDLED = ["f16", "q8_0", "q4_0"]
NORMAL, CONTROL, USER_DEFINED, BYTE = 1, 3, 4, 6

MATRICES = {"attn_q": "q", "attn_k": "k", "attn_v": "v", "attn_output": "o", "ffn_gate": "gate", "ffn_up": "up", "ffn_down": "down"}
NORMS = {
    "attn_norm": "attention_norm",
    "ffn_norm": "ffn_norm",
    "post_attention_norm": "post_attention_norm",
    "post_ffw_norm": "post_ffn_norm",
    "attn_q_norm": "q_norm",
    "attn_k_norm": "k_norm",
}


def main(folder: str) -> None:
    pieces = tokenizer.load()
    weights = {name: tensor.numpy().astype(numpy.float32) for name, tensor in torch.load(os.path.join(tokenizer.WORK, "model.pt")).items()}
    shape = Shape(pieces.vocab_size())
    export(os.path.join(tokenizer.WORK, "mini-f32.gguf"), "f32", shape, pieces, weights)
    files = []
    for kind in BUNDLED:
        path = os.path.join(folder, f"mini-{kind}.gguf")
        export(path, kind, shape, pieces, weights)
        with open(path, "rb") as file:
            content = file.read()
        files.append({"file": os.path.basename(path), "quantization": kind, "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()})
    parameters = sum(tensor.size for tensor in weights.values())
    manifest = {"name": NAME, "architecture": "gemma4", "parameters": parameters, "license": "Apache-2.0", "files": files}
    with open(os.path.join(folder, "manifest.json"), "w", encoding="utf-8") as file:
        json.dump(manifest, file, ensure_ascii=False, indent=2)
        file.write("\n")
    print(json.dumps(manifest, indent=2))


def export(path, kind, shape, pieces, weights) -> None:
    writer = GgufWriter()
    describe(writer, kind, shape)
    write_vocabulary(writer, pieces)
    with open(os.path.join(FOLDER, "template.jinja"), encoding="utf-8") as file:
        writer.set("tokenizer.chat_template", "str", file.read())
    write_tensors(writer, kind, shape, weights)
    writer.write(path)


def describe(writer, kind, shape) -> None:
    for key, value in {"architecture": "gemma4", "type": "model", "name": NAME, "license": "apache-2.0"}.items():
        writer.set(f"general.{key}", "str", value)
    writer.set("general.quantization_version", "u32", 2)
    writer.set("general.file_type", "u32", TYPES[kind][1])
    numbers = {
        "context_length": CONTEXT,
        "embedding_length": shape.width,
        "block_count": shape.layers,
        "embedding_length_per_layer_input": 0,
        "attention.head_count": shape.heads,
        "attention.head_count_kv": shape.kv_heads,
        "attention.key_length": shape.head_width,
        "attention.value_length": shape.head_width,
        "attention.key_length_swa": shape.head_width,
        "attention.value_length_swa": shape.head_width,
        "attention.sliding_window": CONTEXT,
        "attention.shared_kv_layers": 0,
        "rope.dimension_count": shape.head_width,
        "rope.dimension_count_swa": shape.head_width,
    }
    for key, value in numbers.items():
        writer.set(f"gemma4.{key}", "u32", value)
    fractions = {
        "attention.layer_norm_rms_epsilon": EPSILON,
        "rope.freq_base": FULL_ROTARY_BASE,
        "rope.freq_base_swa": SLIDING_ROTARY_BASE,
        "final_logit_softcapping": LOGIT_CAP,
    }
    for key, value in fractions.items():
        writer.set(f"gemma4.{key}", "f32", value)
    writer.set_array("gemma4.feed_forward_length", "i32", [shape.feed_forward] * shape.layers)
    writer.set_array("gemma4.attention.sliding_window_pattern", "bool", [not shape.is_full(i) for i in range(shape.layers)])


def write_vocabulary(writer, pieces) -> None:
    vocabulary = [*tokenizer.FIRST, *(pieces.id_to_piece(i) for i in range(len(tokenizer.FIRST), pieces.vocab_size()))]
    writer.set("tokenizer.ggml.model", "str", "gemma4")
    writer.set_array("tokenizer.ggml.tokens", "str", vocabulary)
    writer.set_array("tokenizer.ggml.scores", "f32", [float(-i) for i in range(len(vocabulary))])
    writer.set_array("tokenizer.ggml.token_type", "i32", [token_type(pieces, i, piece) for i, piece in enumerate(vocabulary)])
    writer.set_array("tokenizer.ggml.merges", "str", merges(pieces, vocabulary))
    for key, number in {"bos": tokenizer.BOS, "eos": 1, "unknown": 3, "padding": 0}.items():
        writer.set(f"tokenizer.ggml.{key}_token_id", "u32", number)
    for key, flag in {"add_bos_token": True, "add_eos_token": False, "add_space_prefix": False}.items():
        writer.set(f"tokenizer.ggml.{key}", "bool", flag)


def token_type(pieces, index: int, piece: str) -> int:
    if index < len(tokenizer.FIRST) or piece in tokenizer.CONTROL:
        return CONTROL
    if piece in tokenizer.OWN:
        return USER_DEFINED
    return BYTE if pieces.is_byte(index) else NORMAL


def merges(pieces, vocabulary):
    """SentencePiece keeps no merges: every split of a piece whose halves are pieces, ranked by the id of the result."""
    number = {piece: index for index, piece in enumerate(vocabulary)}
    special = {*tokenizer.FIRST, *tokenizer.CONTROL, *tokenizer.OWN}
    found = []
    for index, piece in enumerate(vocabulary):
        if piece in special or pieces.is_byte(index):
            continue
        for cut in range(1, len(piece)):
            left, right = piece[:cut], piece[cut:]
            if left in number and right in number:
                found.append((index, number[left], number[right], f"{left} {right}"))
    return [pair for _, _, _, pair in sorted(found)]


def write_tensors(writer, kind, shape, weights) -> None:
    def add(name, key, encoding):
        number, _, encode = TYPES[encoding]
        tensor = numpy.ascontiguousarray(weights[key])
        writer.add(name, tensor.shape, number, encode(tensor))

    add("token_embd.weight", "embedding.weight", kind)
    add("output_norm.weight", "output_norm", "f32")
    writer.add("rope_freqs.weight", (shape.head_width // 2,), TYPES["f32"][0], TYPES["f32"][2](numpy.ones(shape.head_width // 2)))
    for layer in range(shape.layers):
        for name, key in MATRICES.items():
            add(f"blk.{layer}.{name}.weight", f"layers.{layer}.{key}.weight", kind)
        for name, key in NORMS.items():
            add(f"blk.{layer}.{name}.weight", f"layers.{layer}.{key}", "f32")
        writer.add(f"blk.{layer}.layer_output_scale.weight", (1,), TYPES["f32"][0], TYPES["f32"][2](numpy.ones(1)))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else FOLDER)
