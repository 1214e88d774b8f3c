"""Writes GGUF, version 3: header, metadata, tensor infos, tensors; all aligned to 32 bytes."""

import struct

ALIGNMENT = 32
SCALARS = {"u32": (4, "<I"), "i32": (5, "<i"), "f32": (6, "<f"), "bool": (7, "<?")}
STRING, ARRAY = 8, 9


class GgufWriter:
    def __init__(self):
        self.metadata, self.tensors = [], []

    def set(self, key: str, kind: str, value) -> None:
        self.metadata.append(text(key) + value_of(kind, value))

    def set_array(self, key: str, kind: str, values) -> None:
        tag = STRING if kind == "str" else SCALARS[kind][0]
        body = b"".join(payload(kind, value) for value in values)
        self.metadata.append(text(key) + struct.pack("<IIQ", ARRAY, tag, len(values)) + body)

    def add(self, name: str, shape, type_number: int, data: bytes) -> None:
        """`shape` as numpy has it; the file has the fastest dimension first."""
        self.tensors.append((name, list(reversed(shape)), type_number, data))

    def write(self, path: str) -> None:
        infos, offset = b"", 0
        for name, dimensions, type_number, data in self.tensors:
            infos += text(name) + struct.pack("<I", len(dimensions))
            infos += b"".join(struct.pack("<Q", size) for size in dimensions) + struct.pack("<IQ", type_number, offset)
            offset += aligned(len(data))
        head = b"GGUF" + struct.pack("<IQQ", 3, len(self.tensors), len(self.metadata)) + b"".join(self.metadata) + infos
        with open(path, "wb") as file:
            file.write(head.ljust(aligned(len(head)), b"\0"))
            for _, _, _, data in self.tensors:
                file.write(data.ljust(aligned(len(data)), b"\0"))


def value_of(kind: str, value) -> bytes:
    return struct.pack("<I", STRING if kind == "str" else SCALARS[kind][0]) + payload(kind, value)


def payload(kind: str, value) -> bytes:
    return text(value) if kind == "str" else struct.pack(SCALARS[kind][1], value)


def text(value: str) -> bytes:
    encoded = value.encode()
    return struct.pack("<Q", len(encoded)) + encoded


def aligned(size: int) -> int:
    return (size + ALIGNMENT - 1) // ALIGNMENT * ALIGNMENT
