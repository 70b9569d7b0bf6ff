"""Saved games in the form of jDip, written by us: positions and orders as Java objects in compressed XML."""

import gzip
from collections.abc import Mapping, Sequence

UNIT_KINDS = {"A": "army", "F": "fleet"}
SEASONS = {"S": "1000", "F": "2000", "W": "2000"}
PHASES = {"M": "movement", "R": "retreat", "A": "adjustment"}
Units = Mapping[str, Sequence[str]]


class Writer:
    """Writes objects, each with an id of its own; a power, province or coast that was written is referred to."""

    def __init__(self, provinces: Sequence[str]) -> None:
        self.provinces = provinces
        self.count = 0
        self.known: dict[str, str] = {}

    def make(self, kind: str, *parts: str, field: str = "", tag: str = "object") -> str:
        """An object, collection or array."""
        self.count += 1
        name = f" field='{field}'" if field else ""
        of_class = f"base='{kind}'" if tag == "array" else f"class='{kind}'"
        inside = "".join(parts)
        if tag == "object":
            inside = f"<declaredClass class='{kind}'><default>{inside}</default></declaredClass>"
        return f"<{tag}{name} id='i{self.count}' {of_class}>{inside}</{tag}>"

    def make_map(self, *pairs: str, field: str = "") -> str:
        """A map: its numbers, then keys and values by turns."""
        made = self.make("java.util.HashMap", field=field)
        inside = f"<primitive type='int' value='{len(pairs)}'/>" + "".join(pairs)
        return made.replace("</default></declaredClass>", f"</default>{inside}</declaredClass>")

    def name(self, kind: str, list_field: str, text: str, *rest: str, field: str = "") -> str:
        """An object that is known by its name, or a reference to it."""
        key = f"{kind} {text}"
        if key in self.known:
            as_field = f" field='{field}'" if field else ""
            return f"<reference{as_field} idref='{self.known[key]}'/>"
        names = self.make("java.lang.String", f"<string value='{text}'/>", field=list_field, tag="array")
        made = self.make(kind, names, *rest, field=field)
        self.known[key] = f"i{self.count}"
        return made

    def power(self, name: str, field: str = "") -> str:
        """A power."""
        return self.name("dip.world.Power", "names", name, field=field)

    def location(self, place: str, field: str) -> str:
        """A province, with a coast or without."""
        code, _, coast = place.partition("/")
        return self.make("dip.world.Location", self.province(code, "province"), self.coast(coast), field=field)

    def province(self, code: str, field: str = "") -> str:
        """A province with its number."""
        number = f"<primitive field='index' type='int' value='{self.provinces.index(code)}'/>"
        return self.name("dip.world.Province", "shortNames", code, number, field=field)

    def coast(self, coast: str) -> str:
        """A coast; none is one too."""
        return self.make(
            "dip.world.Coast", f"<string field='abbreviation' value='{coast.lower() or 'mv'}'/>", field="coast"
        )

    def unit_kind(self, letter: str, field: str) -> str:
        """The kind of a unit."""
        word = UNIT_KINDS.get(letter, "wing")
        return self.make("dip.world.Unit$Type", f"<string field='internalName' value='{word}'/>", field=field)

    def order(self, power: str, text: str) -> str:
        """An order from our notation: hold, move, support, convoy, build, removal."""
        words = text.split()
        if words == ["WAIVE"]:
            return self.make("dip.gui.order.GUIWaive", self.power(power, "power"))
        head = [self.power(power, "power"), self.unit_kind(words[0], "srcUnitType"), self.location(words[1], "src")]
        match words[2:]:
            case ["-", goal, *via]:
                by_sea = f"<primitive field='_isViaConvoy' type='boolean' value='{'true' if via else 'false'}'/>"
                return self.make("dip.gui.order.GUIMove", *head, self.location(goal, "dest"), by_sea)
            case ["R", goal]:
                return self.make("dip.gui.order.GUIRetreat", *head, self.location(goal, "dest"))
            case ["S", kind, place, *rest]:
                goal = self.location(rest[1], "supDest") if rest else "<null field='supDest'/>"
                helped = self.unit_kind(kind, "supUnitType") + self.location(place, "supSrc")
                return self.make("dip.gui.order.GUISupport", *head, helped, goal)
            case ["C", kind, place, "-", goal]:
                carried = self.unit_kind(kind, "convoyUnitType") + self.location(place, "convoySrc")
                return self.make("dip.gui.order.GUIConvoy", *head, carried, self.location(goal, "convoyDest"))
            case [letter]:
                verb = {"H": "Hold", "D": "Disband", "B": "Build"}[letter]
                return self.make(f"dip.gui.order.GUI{verb}", *head)
        raise ValueError(text)

    def turn(self, phase: str, units: Units, centres: Units, orders: Units) -> str:
        """A turn with its phase before it, as they stand in the map of turns."""
        when = self.make(
            "dip.world.Phase",
            self.make("S", f"<primitive field='position' type='int' value='{SEASONS[phase[0]]}'/>", field="seasonType"),
            self.make("Y", f"<primitive field='year' type='int' value='{phase[1:-1]}'/>", field="yearType"),
            self.make("P", f"<string field='constName' value='{PHASES[phase[-1]]}'/>", field="phaseType"),
        )
        given = "".join(
            self.power(power)
            + self.make("java.util.ArrayList", *[self.order(power, line) for line in lines], tag="collection")
            for power, lines in orders.items()
        )
        turn = self.make(
            "dip.world.TurnState",
            when.replace("<object ", "<object field='phase' ", 1),
            self.make_map(given, field="orderMap"),
            self._position(units, centres),
        )
        return when + turn

    def _position(self, units: Units, centres: Units) -> str:
        written = [self.province(code) for code in self.provinces]
        chart = self.make("dip.world.Map", self.make("P", *written, field="provinces", tag="array"), field="map")
        data = [self._province(code, units, centres) for code in self.provinces]
        return self.make("dip.world.Position", self.make("D", *data, field="provArray", tag="array"), chart,
                         field="position")  # fmt: skip

    def _province(self, code: str, units: Units, centres: Units) -> str:
        parts = []
        for power, places in units.items():
            for text in places:
                kind, place = text.split()
                if place.partition("/")[0] == code:
                    parts.append(self.make("dip.world.Unit", self.unit_kind(kind, "type"), self.power(power, "owner"),
                                           self.coast(place.partition("/")[2]), field="unit"))  # fmt: skip
        parts += [self.power(power, "SCOwner") for power, owned in centres.items() if code in owned]
        return self.make("dip.world.Position$ProvinceData", *parts)


def make_save(turns: Sequence[tuple[str, Units, Units, Units]], *, variant: str = "Standard") -> bytes:
    """A whole file: for each turn its phase, units, centres and orders."""
    lines = [line for turn in turns for part in turn[1:] for found in part.values() for line in found]
    codes = {word.partition("/")[0] for line in lines for word in line.split() if len(word) > 2}
    writer = Writer(sorted(codes - {"VIA", "WAIVE"}))
    written = [writer.turn(phase, *parts) for phase, *parts in turns]
    held = writer.make_map(*written, field="m").replace("HashMap", "TreeMap")
    info = writer.make("dip.world.World$VariantInfo", f"<string field='variantName' value='{variant}'/>")
    world = writer.make(
        "dip.world.World",
        writer.make("java.util.Collections$SynchronizedSortedMap", held, field="turnStates"),
        writer.make_map("<string value='_variant_info_'/>" + info, field="nonTurnData"),
    )
    return gzip.compress(f"<jsx major='1' minor='1' format='JSX.DataReader'>{world}</jsx>".encode())
