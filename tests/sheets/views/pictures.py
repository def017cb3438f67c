"""Picture files as people send them, good and bad."""

import io
import struct
import zlib
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image


def picture(
    kind: str, name: str, colour: str = "red", size: tuple[int, int] = (64, 40), **saved: Any
) -> SimpleUploadedFile:
    """A plain picture in one of Pillow's formats, under that name."""
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, kind, **saved)
    return SimpleUploadedFile(name, out.getvalue(), content_type="application/octet-stream")


def png(colour: str = "red") -> SimpleUploadedFile:
    return picture("PNG", "portrait.png", colour)


def chunk(kind: bytes, content: bytes) -> bytes:
    """One chunk of a PNG file."""
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def claimed_png(width: int, height: int) -> bytes:
    """A small PNG whose header claims that many pixels."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = zlib.compress(b"\x00" * 1000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", body) + chunk(b"IEND", b"")
