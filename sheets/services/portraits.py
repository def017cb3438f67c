"""Portraits: whatever is sent in is drawn anew as a small square picture without metadata, or refused."""

import io
import uuid
import warnings
from typing import BinaryIO

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from django.utils.translation import gettext as _
from PIL import Image, ImageOps, UnidentifiedImageError

from sheets.services.refusal import Refused

BYTES_LIMIT = 10 * 1024 * 1024
PIXELS_LIMIT = 50_000_000
SIDE = 480
FORMATS = ["JPEG", "PNG", "WEBP"]


def recode(file: BinaryIO, size: int) -> ContentFile:
    """The picture as WebP, 480 px square, under a name of its own. Raises Refused with the reason.

    The pixel count is read from the header before anything is unpacked.
    """
    if size > BYTES_LIMIT:
        raise Refused(_("This picture is over 10 MB."), field="portrait")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # our own limit comes next
            picture = Image.open(file, formats=FORMATS)
        if picture.width * picture.height > PIXELS_LIMIT:
            raise Refused(_("This picture has too many pixels: 50 million at most."), field="portrait")
        square = ImageOps.fit(ImageOps.exif_transpose(picture).convert("RGB"), (SIDE, SIDE))
    except Image.DecompressionBombError as error:
        raise Refused(_("This picture has too many pixels: 50 million at most."), field="portrait") from error
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError) as error:
        raise Refused(_("This is not a JPEG, PNG or WebP picture."), field="portrait") from error
    out = io.BytesIO()
    square.save(out, "WEBP", quality=82)  # a new picture: no EXIF, XMP or thumbnail comes along
    return ContentFile(out.getvalue(), name=f"{uuid.uuid4().hex}.webp")


def discard(name: str | None) -> None:
    """Take a picture that no row names any more off the disk, once that is certain."""
    if name:
        transaction.on_commit(lambda: default_storage.delete(name))
