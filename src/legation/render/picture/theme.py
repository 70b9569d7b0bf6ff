"""The colours of paper, ink, land and sea: light, dark, and black and white for printing."""

from dataclasses import dataclass

from legation.render.picture.colour import Colour, mix

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
    sea_text: Colour
    land: Colour
    scenery: Colour
    impassable: Colour
    coast: Colour
    border: Colour
    sea_line: Colour
    sea_border: Colour
    rim: Colour
    """Round every unit, so that it stands off its own tint."""
    is_dark: bool = False
    has_colour: bool = True

    def lining(self, opacity: float) -> Colour:
        """A line of the water lining."""
        return mix(self.sea, self.sea_line, opacity)


LIGHT = Theme(
    id="light",
    paper="#FBF7EC",
    leaf="#FFFDF6",
    ink="#221B13",
    ink_2="#5A4E3E",
    rule="#CFC3AA",
    accent="#A92B18",
    sea="#DDE5E0",
    sea_text="#2F5560",
    land="#F4ECD8",
    scenery="#E9E2D2",
    impassable="#E6E7DF",
    coast="#4A4032",
    border="#8C7A5E",
    sea_line="#7F9C9C",
    sea_border="#7E9A9B",
    rim="#17120B",
)
DARK = Theme(
    id="dark",
    paper="#1C1A16",
    leaf="#2B2822",
    ink="#EFE6D2",
    ink_2="#B9AD96",
    rule="#433E34",
    accent="#FF8A66",
    sea="#1B2427",
    sea_text="#9FBCC2",
    land="#34312A",
    scenery="#2B2924",
    impassable="#20241F",
    coast="#8F846D",
    border="#8A7F69",
    sea_line="#3C5257",
    sea_border="#45595D",
    rim="#F3EAD6",
    is_dark=True,
)
PRINT = Theme(
    id="print",
    paper="#FFFFFF",
    leaf="#FFFFFF",
    ink="#000000",
    ink_2="#333333",
    rule="#999999",
    accent="#000000",
    sea="#FFFFFF",
    sea_text="#000000",
    land="#FFFFFF",
    scenery="#FFFFFF",
    impassable="#FFFFFF",
    coast="#000000",
    border="#555555",
    sea_line="#8A8A8A",
    sea_border="#777777",
    rim="#000000",
    has_colour=False,
)
THEMES = {theme.id: theme for theme in (LIGHT, DARK, PRINT)}
