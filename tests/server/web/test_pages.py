from pathlib import Path

import pytest
from fastapi import FastAPI

from legation.server.http.errors import add_error_handlers
from legation.server.web import add_pages
from tests.server.kit import Client

INDEX = "<!doctype html><title>Legation</title>" + "x" * 600


@pytest.fixture
def site(tmp_path: Path) -> Client:
    """A built web app."""
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text(INDEX)
    (static / "favicon.svg").write_text("<svg/>")
    (static / "assets" / "app-1a2b.js").write_text("let words = 'x';\n" * 100)
    (tmp_path / "secret.txt").write_text("the secret")
    (static / "link.txt").symlink_to(tmp_path / "secret.txt")
    return open_site(static)


def open_site(static: Path) -> Client:
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    add_error_handlers(app)
    add_pages(app, static)
    return Client(app)


@pytest.mark.parametrize("path", ["/", "/games", "/g/abc123/press/4", "/invite/a-secret", "/variants/colonia-vii"])
def test_every_page_is_the_one_page_of_the_app(site: Client, path: str) -> None:
    answer = site.get(path)
    assert answer.text == INDEX
    assert answer.headers["cache-control"] == "private, no-cache"
    assert answer.headers["content-type"].startswith("text/html")


def test_files_with_a_digest_in_their_name_are_kept_for_ever(site: Client) -> None:
    answer = site.get("/assets/app-1a2b.js")
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["content-encoding"] == "gzip"
    again = site.get("/assets/app-1a2b.js", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


def test_a_file_that_is_gone_is_not_answered_with_the_page(site: Client) -> None:
    assert site.get("/assets/app-old.js").status_code == 404
    assert site.get("/favicon.svg").text == "<svg/>"


@pytest.mark.parametrize("path", ["/api", "/api/v1/nothing", "/api/v2/session"])
def test_the_api_is_never_answered_with_the_page(site: Client, path: str) -> None:
    answer = site.get(path)
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "not_found"


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/assets/../../secret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/..\\secret.txt",
        "//etc/passwd",
        "/%2fetc/passwd",
        "/link.txt",
        "/" + "x" * 5000,
    ],
)
def test_no_file_outside_the_folder_is_ever_sent(site: Client, path: str) -> None:
    answer = site.get(path)
    assert answer.status_code in (200, 404)
    assert "the secret" not in answer.text
    assert "root:" not in answer.text


def test_a_changed_file_is_sent_anew(site: Client, tmp_path: Path) -> None:
    site.get("/favicon.svg")
    (tmp_path / "static" / "favicon.svg").write_text("<svg>new</svg>")
    assert site.get("/favicon.svg").text == "<svg>new</svg>"


def test_where_the_app_was_not_built_a_page_says_how(tmp_path: Path) -> None:
    answer = open_site(tmp_path / "nothing").get("/games")
    assert answer.status_code == 503
    assert "make web" in answer.text


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
def test_pages_take_no_changes(site: Client, method: str) -> None:
    answer = site.request(method, "/games")
    assert answer.status_code == 405
    assert answer.json()["error"]["code"] == "wrong_method"
