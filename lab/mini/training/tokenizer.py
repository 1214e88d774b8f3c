"""The vocabulary: BPE with byte fallback over the training data, with Gemma 4's special tokens (`mini:train` makes it).

Debian: python3-sentencepiece.
"""

import json
import os

import sentencepiece

WORK = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", ".mini")
MODEL = os.path.join(WORK, "tokenizer.model")
PIECES = 2800
DIALOGUES = 12_000
# Every prompt begins with a head, so its words are worth pieces of their own.
HEAD_COPIES = 200
FIRST = ["<pad>", "<eos>", "<bos>", "<unk>"]
BOS = 2
# What a chat template writes and what a model writes itself; llama.cpp marks them differently.
CONTROL = ["<|tool>", "<tool|>", "<|think|>", "<|turn>", "<turn|>"]
OWN = ["<|tool_call>", "<tool_call|>", "<|tool_response>", "<tool_response|>", '<|"|>', "<|channel>", "<channel|>"]


def load() -> sentencepiece.SentencePieceProcessor:
    return sentencepiece.SentencePieceProcessor(model_file=MODEL)


def train() -> None:
    text = os.path.join(WORK, "tokenizer.txt")
    with open(os.path.join(WORK, "heads.json"), encoding="utf-8") as file:
        heads = json.load(file)
    with open(os.path.join(WORK, "train.jsonl"), encoding="utf-8") as file:
        lines = file.readlines()
    with open(text, "w", encoding="utf-8") as out:
        for head in heads.values():
            out.write((head.replace("<bos>", "") + "\n") * HEAD_COPIES)
        for line in lines[:: max(1, len(lines) // DIALOGUES)]:
            out.write("".join(part for part, _ in json.loads(line)["segments"]) + "\n")
    sentencepiece.SentencePieceTrainer.train(
        input=text,
        model_prefix=MODEL.removesuffix(".model"),
        vocab_size=PIECES,
        model_type="bpe",
        character_coverage=1.0,
        byte_fallback=True,
        normalization_rule_name="identity",
        add_dummy_prefix=False,
        remove_extra_whitespaces=False,
        split_digits=True,
        user_defined_symbols=[*CONTROL, *OWN, "\n"],
        pad_id=0,
        eos_id=1,
        bos_id=BOS,
        unk_id=3,
        max_sentence_length=20_000,
        num_threads=2,
        minloglevel=1,
    )


if __name__ == "__main__":
    train()
    pieces = load()
    with open(os.path.join(WORK, "heads.json"), encoding="utf-8") as file:
        print({name: len(pieces.encode(head)) for name, head in json.load(file).items()})
