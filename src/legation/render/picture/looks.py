"""The look of boards: shapes, widths, dashes, sizes and colours, from the file that the page also reads."""

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

LOOKS: Mapping[str, Any] = json.loads(files("legation.render.picture").joinpath("looks.json").read_text("utf-8"))
"""The file by section. Each section is unpacked in the module that draws with it, where its numbers get a type."""
