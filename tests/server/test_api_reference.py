import importlib.util
from pathlib import Path

from tests.server.kit import list_routes

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "reference" / "api.md"


def test_every_route_is_documented_as_it_is() -> None:
    spec = importlib.util.spec_from_file_location("api_page", ROOT / "scripts" / "api_page.py")
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    page = PAGE.read_text(encoding="utf-8")
    assert page == script.make_page(page), "run scripts/api_page.py"
    assert all(f"`{path.removeprefix('/api/v1')}`" in page for path, _ in list_routes())
