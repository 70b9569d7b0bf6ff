"""The colours of paper, ink, land and sea: light, dark, and black and white for printing."""

from collections.abc import Mapping
from dataclasses import dataclass

from legation.render.picture.colour import Colour, mix
from legation.render.picture.looks import LOOKS

SERIF = "'EB Garamond', Georgia, serif"
SANS = "'Source Sans 3', 'Source Sans Pro', Arial, sans-serif"
WHITE = "#FFFFFF"
BLACK = "#17120B"


@dataclass(frozen=True, slots=True)
class Theme:
    """One set of tokens; the page has the same."""

    id: str
    paper: Colour
    leaf: Colour
    ink: Colour
    ink_2: Colour
    rule: Colour
    accent: Colour
    sea: Colour
    sea_ruling: Colour
    """The colour of the fine lines over a sea without colour; otherwise empty."""
    sea_text: Colour
    land: Colour
    scenery: Colour
    closed_land: Colour
    closed_stripe: Colour
    """Stripes over closed land."""
    closed_sea: Colour
    coast: Colour
    border: Colour
    sea_line: Colour
    sea_border: Colour
    rim: Colour
    """The colour round every unit, which sets it off from its own tint."""
    relief: Colour
    """The colour of hills, drawn half transparent."""
    is_dark: bool = False
    has_colour: bool = True

    @property
    def water(self) -> str:
        """The paint of seas: a colour or, without colour, a ruling."""
        return "url(#ruling)" if self.sea_ruling else self.sea

    def lining(self, opacity: float) -> Colour:
        """A line of the water lining."""
        return mix(self.sea, self.sea_line, opacity)


def _make_theme(name: str, *, is_dark: bool = False, has_colour: bool = True) -> Theme:
    found: Mapping[str, Colour] = LOOKS[name]
    return Theme(
        id=name,
        paper=found["paper"],
        leaf=found["leaf"],
        ink=found["ink"],
        ink_2=found["ink2"],
        rule=found["rule"],
        accent=found["accent"],
        sea=found["sea"],
        sea_ruling=found.get("seaRuling", ""),
        sea_text=found["seaText"],
        land=found["land"],
        scenery=found["scenery"],
        closed_land=found["closedLand"],
        closed_stripe=found["closedStripe"],
        closed_sea=found["closedSea"],
        coast=found["coast"],
        border=found["border"],
        sea_line=found["seaLine"],
        sea_border=found["seaBorder"],
        rim=found["rim"],
        relief=LOOKS["relief"]["colours"][name],
        is_dark=is_dark,
        has_colour=has_colour,
    )


LIGHT = _make_theme("light")
DARK = _make_theme("dark", is_dark=True)
PRINT = _make_theme("print", has_colour=False)
THEMES = {theme.id: theme for theme in (LIGHT, DARK, PRINT)}
