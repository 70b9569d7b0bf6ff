"""Responses with a digest: compressed once, sent many times, and answered with 304 if the client already has them."""

import gzip
import hashlib
from dataclasses import dataclass

from fastapi import Request, Response

SMALLEST = 500
"""The size in bytes from which compression pays."""
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "public, no-cache"
OWN = "private, no-cache"
SVG = "image/svg+xml"
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; frame-ancestors 'none'; sandbox"
"""What a picture opened as a page may do: show the fonts it contains, and nothing else."""


@dataclass(frozen=True, slots=True)
class CachedResponse:
    """Content with its media type, its digest and, if it pays, its compressed form."""

    content: bytes
    media_type: str
    digest: str
    packed: bytes | None


def make_cached_response(
    content: bytes, media_type: str, *, packs: bool = True, digest: str | None = None
) -> CachedResponse:
    """Make a response; ``packs`` is False for content that is already compressed.

    ``digest`` covers everything that the content is made from, if it is known before the content is made.
    """
    digest = digest or hashlib.sha256(content).hexdigest()[:20]
    packed = gzip.compress(content, 6, mtime=0) if packs and len(content) >= SMALLEST else None
    return CachedResponse(content, media_type, digest, packed)


def send_cached_response(
    request: Request, cached: CachedResponse, *, is_immutable: bool = False, is_private: bool = False
) -> Response:
    """Send a response, or 304 if the client already has it. Content that differs between viewers is private."""
    keeping = FOR_EVER if is_immutable else OWN if is_private else ASK_AGAIN
    headers = {"ETag": f'"{cached.digest}"', "Cache-Control": keeping}
    if cached.media_type == SVG:
        headers["Content-Security-Policy"] = PICTURE_POLICY
    if cached.packed is not None:
        headers["Vary"] = "Accept-Encoding"
    if has_digest(request, cached.digest):
        return Response(status_code=304, headers=headers)
    if cached.packed is not None and "gzip" in request.headers.get("Accept-Encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(cached.packed, media_type=cached.media_type, headers=headers)
    return Response(cached.content, media_type=cached.media_type, headers=headers)


def has_digest(request: Request, digest: str) -> bool:
    """True if the client already has the content with this digest."""
    known = [tag.strip().removeprefix("W/") for tag in request.headers.get("If-None-Match", "").split(",")]
    return f'"{digest}"' in known


def not_modified(digest: str) -> Response:
    """The response for a client that already has a private content, which need not be made again."""
    return Response(status_code=304, headers={"ETag": f'"{digest}"', "Cache-Control": OWN})
