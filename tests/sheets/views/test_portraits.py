"""Portraits: drawn anew and bare of metadata, or refused with the old one left in place (U01, U02, U04)."""

import io
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from sheets.models import Character
from tests.sheets.cast import Cast
from tests.sheets.views.addresses import address
from tests.sheets.views.markup import errors_of, read
from tests.sheets.views.pictures import claimed_png, picture, png
from tests.sheets.views.rows import nothing_changes
from tests.sheets.views.sent import plain_sheet

SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
HTML = b"<!doctype html><script>alert(1)</script>"
PLACE = b"2 rue des Secrets"


def send(cast: Cast, file: Any) -> Any:
    """Keep Alex's sheet with this picture."""
    cast.alex.refresh_from_db()
    sent = plain_sheet(cast) | {"portrait_file": file}
    return cast.owner.post(address("keep", cast.owner.held, cast), sent)


def files() -> set[Path]:
    return {path for path in Path(settings.MEDIA_ROOT).rglob("*") if path.is_file()}


def served(cast: Cast) -> bytes:
    answer = cast.owner.get(address("portrait", cast.owner.held, cast))
    assert answer.status_code == 200
    return b"".join(answer.streaming_content)  # type: ignore[attr-defined]


def with_metadata(kind: str, name: str) -> SimpleUploadedFile:
    """A picture with a place in its EXIF, an author, a comment and XMP."""
    exif = Image.Exif()
    exif[0x010E] = PLACE.decode()
    exif[0x0112] = 6  # turned by 90°
    exif.get_ifd(0x8825).update({1: "N", 2: (48.0, 51.0, 24.0), 3: "E", 4: (2.0, 21.0, 3.0)})
    saved: dict[str, Any] = {"exif": exif.tobytes()}
    if kind in ("JPEG", "WEBP"):
        saved["xmp"] = b"<x:xmpmeta>" + PLACE + b"</x:xmpmeta>"
    return picture(kind, name, size=(900, 600), **saved)


@pytest.mark.parametrize(("kind", "name"), [("JPEG", "a.jpg"), ("PNG", "a.png"), ("WEBP", "a.webp"), ("PNG", "a.jpg")])
def test_u02_a_picture_is_drawn_anew(cast, kind, name):
    """U02: JPEG, PNG and WebP become a square WebP of 480 px in which no metadata is left."""
    sent = with_metadata(kind, name)
    assert PLACE in sent.read()
    sent.seek(0)
    assert send(cast, sent).status_code == 303
    body = served(cast)
    with Image.open(io.BytesIO(body)) as shown:
        assert (shown.format, shown.size) == ("WEBP", (480, 480))
        assert (dict(shown.getexif()), shown.info.get("xmp"), shown.info.get("exif")) == ({}, None, None)
    assert PLACE not in body
    assert b"EXIF" not in body


@pytest.mark.parametrize("mode", ["L", "LA", "P", "RGBA", "CMYK", "1", "I;16"])
def test_u02_pictures_of_every_mode(cast, mode):
    """U02: grey, transparent, palette and CMYK pictures are pictures too."""
    out = io.BytesIO()
    Image.new(mode, (30, 50)).save(out, "JPEG" if mode == "CMYK" else "PNG")
    assert send(cast, SimpleUploadedFile("a.png", out.getvalue())).status_code == 303
    with Image.open(io.BytesIO(served(cast))) as shown:
        assert shown.size == (480, 480)


def gif(**saved: Any) -> bytes:
    return picture("GIF", "a.gif", **saved).read()


REFUSED = {
    "an SVG": ("a.svg", SVG, "image/svg+xml"),
    "an SVG named .png": ("a.png", SVG, "image/png"),
    "HTML named .jpg": ("a.jpg", HTML, "image/jpeg"),
    "a GIF": ("a.gif", gif(), "image/gif"),
    "a GIF named .png": ("a.png", gif(), "image/png"),
    "a GIF that is a script": ("a.gif", b"GIF89a/*" + gif()[8:] + b"*/=1;alert(1)", "image/gif"),
    "a PNG cut short": ("a.png", png().read()[:60], "image/png"),
    "a PNG of no pixels": ("a.png", claimed_png(0, 0), "image/png"),
    "a PNG too large by its header": ("a.png", claimed_png(10_000, 10_000), "image/png"),
    "a PNG whose pixels are missing": ("a.png", claimed_png(4_000, 4_000), "image/png"),
    "an empty file": ("a.png", b"", "image/png"),
    "text": ("a.webp", b"RIFF" + b"x" * 200, "image/webp"),
}


@pytest.mark.parametrize(("name", "content", "content_type"), REFUSED.values(), ids=list(REFUSED))
def test_u01_what_is_no_picture_is_refused(cast, name, content, content_type):
    """U01: refused at the field with a message; no file is written, the old portrait and the texts stay."""
    assert send(cast, png()).status_code == 303
    before, old = files(), Character.objects.get(pk=cast.alex.pk).portrait.name
    with nothing_changes():
        answer = send(cast, SimpleUploadedFile(name, content, content_type))
    assert answer.status_code == 422
    tree = read(answer)
    error = tree.by_id("id_portrait_file_error")
    assert error is not None
    assert error.text.strip() in errors_of(tree)
    assert files() == before
    assert Character.objects.get(pk=cast.alex.pk).portrait.name == old
    assert 'value="Nova"' in answer.content.decode()


def test_u04_a_bomb_is_refused_by_its_header(cast):
    """U04: a PNG that claims 225 000 × 225 000 pixels is refused without memory for them."""
    sent = SimpleUploadedFile("bomb.png", claimed_png(225_000, 225_000), "image/png")
    tracemalloc.start()
    try:
        with nothing_changes():
            answer = send(cast, sent)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert answer.status_code == 422
    assert errors_of(read(answer)) != []
    assert peak < 50_000_000


def test_u04_ten_megabytes_are_the_most(cast):
    """U04: a file over 10 MB is refused by its size, before anything looks into it."""
    heavy = png().read() + b"\x00" * (10 * 1024 * 1024)
    before = files()
    with nothing_changes():
        answer = send(cast, SimpleUploadedFile("heavy.png", heavy, "image/png"))
    assert answer.status_code == 422
    assert any("10\xa0Mo" in said for said in errors_of(read(answer)))
    assert files() == before


def test_u01_the_client_chooses_no_name_and_no_type(cast):
    """U01: the name of the file on disk is ours, whatever was sent; it is served as WebP, not to be sniffed."""
    evil = png()
    evil.name = "../../evil.html"
    assert send(cast, evil).status_code == 303
    kept = Path(Character.objects.get(pk=cast.alex.pk).portrait.path)
    assert kept.suffix == ".webp"
    assert kept.parent == Path(settings.MEDIA_ROOT) / "portraits"
    answer = cast.owner.get(address("portrait", cast.owner.held, cast))
    assert (answer["Content-Type"], answer["X-Content-Type-Options"]) == ("image/webp", "nosniff")
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert "private" in answer["Cache-Control"]
    assert answer.getvalue()


def test_a_portrait_is_seen_by_who_sees_the_character(cast):
    """Product: everyone at the table sees the portrait; nobody else, and no address of the media folder serves it."""
    assert send(cast, png()).status_code == 303
    for person in (cast.gm, cast.owner, cast.other, cast.spectator):
        assert person.get(address("portrait", person.held, cast)).getvalue()
    for person in (cast.outsider, cast.removed):
        for seat in (person.held, cast.gm.held):
            assert person.get(address("portrait", seat, cast)).status_code == 404
    assert cast.stranger.get(address("portrait", cast.gm.held, cast)).status_code == 302
    name = Character.objects.get(pk=cast.alex.pk).portrait.name
    assert cast.gm.get(f"/media/{name}").status_code == 404


def test_a_portrait_whose_file_is_gone(cast):
    """A portrait that the disk lost is 404, and the sheet still opens."""
    assert send(cast, png()).status_code == 303
    Path(Character.objects.get(pk=cast.alex.pk).portrait.path).unlink()
    assert cast.owner.get(address("portrait", cast.owner.held, cast)).status_code == 404
    assert cast.owner.get(address("sheet", cast.owner.held, cast)).status_code == 200
