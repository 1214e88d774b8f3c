"""What PyTorch says of 200 texts, for `mini:parity`: token ids, and for some of them the next-token probabilities."""

import json
import os

import torch

import tokenizer
from gemma4 import MiniGemma, Shape

TEXTS = 200
PROBED = 40
LIKELIEST = 50


def main() -> None:
    pieces = tokenizer.load()
    model = MiniGemma(Shape(pieces.vocab_size()))
    model.load_state_dict(torch.load(os.path.join(tokenizer.WORK, "model.pt")))
    rows = []
    for index, (text, cut) in enumerate(texts()):
        ids = [tokenizer.BOS, *pieces.encode(text)]
        row = {"text": "<bos>" + text, "tokens": ids}
        if index % (TEXTS // PROBED) == 0:
            row["cut"] = min(cut, len(ids))
            row["next"] = probabilities(model, ids[: row["cut"]])
        rows.append(row)
    with open(os.path.join(tokenizer.WORK, "reference.json"), "w", encoding="utf-8") as file:
        json.dump(rows, file, ensure_ascii=False)
    print(len(rows), "texts,", sum("next" in row for row in rows), "of them with probabilities")


def texts():
    """Held-back dialogues after their head, and where to look at the next token: somewhere in what the model writes."""
    with open(os.path.join(tokenizer.WORK, "heads.json"), encoding="utf-8") as file:
        heads = json.load(file)
    with open(os.path.join(tokenizer.WORK, "validation.jsonl"), encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    pieces = tokenizer.load()
    for index, row in enumerate(rows[:: max(1, len(rows) // TEXTS)][:TEXTS]):
        head = heads[row["head"]].removeprefix("<bos>")
        read = len(pieces.encode(head + row["segments"][0][0])) + 1
        yield head + "".join(part for part, _ in row["segments"]), read + index % 12


@torch.no_grad()
def probabilities(model, ids):
    tail = torch.tensor([ids])
    hidden = model(torch.tensor(ids[:1]), tail[:, 1:])
    likeliest = model.logits(hidden[0, -1]).softmax(-1).topk(LIKELIEST)
    return [[token, value] for token, value in zip(likeliest.indices.tolist(), likeliest.values.tolist())]


if __name__ == "__main__":
    main()
