"""Serves the built web app: files as they are, and its one page for every other address."""

import mimetypes
from functools import lru_cache
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from legation.server.accounts.entrance import enter
from legation.server.base.refusals import not_found
from legation.server.demo import find_demo_game
from legation.server.http.cached_responses import CachedResponse, make_cached_response, send_cached_response
from legation.server.identity.request_context import AsAnybody, InServices, put_session
from legation.server.web.first_asks import list_first_asks
from legation.server.web.hints import add_hints, list_scripts

STATIC = Path(__file__).parent / "static"
HASHED = "assets/"
"""Names of the files under it contain a digest: the content of a name never changes."""
PACKED = (".png", ".jpg", ".woff2", ".webp", ".gz", ".ico")
MEDIA = {".js": "text/javascript", ".mjs": "text/javascript", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
MISSING = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Legation</title>
<h1>Legation</h1>
<p>The server runs, but its pages have not been built yet. Build them in the project's folder with</p>
<pre>make web</pre>
<p>and reload this page. The API is at <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.</p>
"""


def add_pages(app: FastAPI, static: Path = STATIC) -> None:
    """Answer every address outside the API. Must come last."""

    @app.get("/enter/{secret}", include_in_schema=False)
    def enter_demo(secret: str, services: InServices, viewer: AsAnybody) -> Response:
        signed_in = enter(services, viewer, secret)
        with services.store.read() as connection:
            game = find_demo_game(connection, signed_in.viewer.need_account().id)
        response = RedirectResponse(f"/g/{game}" if game else "/", 303)
        put_session(response, services, signed_in)
        return response

    @app.get("/api/v1/letters/stop", include_in_schema=False)
    def open_letter_stop(request: Request) -> Response:
        # Mail programs stop e-mails by a POST to this address in their headers. A browser that opens it shows a
        # question first, since programs that scan e-mails open links too.
        return RedirectResponse(f"/letters/stop?{request.url.query}", 303)

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    def read_page(path: str, request: Request) -> Response:
        if path == "api" or path.startswith("api/"):
            raise not_found("address")
        file = _find_file(static, path)
        if file is not None:
            return send_cached_response(
                request, _load(file, file.stat().st_mtime_ns), is_immutable=path.startswith(HASHED)
            )
        if path.startswith(HASHED):
            raise not_found("file")
        return _send_page(request, static, path)


def _send_page(request: Request, static: Path, path: str) -> Response:
    """The single page, with the requirements of this address named in its head."""
    index = static / "index.html"
    if not index.is_file():
        return HTMLResponse(MISSING, 503)
    plain = _load(index, index.stat().st_mtime_ns).content.decode()
    asks = list_first_asks(request, path)
    page = add_hints(plain, list_scripts(static, path), asks.addresses, asks.since)
    return send_cached_response(request, make_cached_response(page.encode(), "text/html"), is_private=True)


def _find_file(static: Path, path: str) -> Path | None:
    """The file of an address, never one outside the folder."""
    if not path or "\0" in path or "\\" in path or any(part in ("", ".", "..") for part in path.split("/")):
        return None
    try:
        file = (static / path).resolve()
        return file if file.is_file() and file.is_relative_to(static.resolve()) else None
    except OSError:
        return None


@lru_cache(maxsize=256)
def _load(file: Path, _changed: int) -> CachedResponse:
    suffix = file.suffix.lower()
    media_type = MEDIA.get(suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return make_cached_response(file.read_bytes(), media_type, packs=suffix not in PACKED)
