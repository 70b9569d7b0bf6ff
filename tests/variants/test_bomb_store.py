"""What the Gigaton Bomb remembers, when a correction is made again in another position."""

from legation.board import PowerId, SpaceId
from legation.variants.rules.bomb_store import BombStore

PAR, MUN, NTH, BUR, MOS = (SpaceId(space) for space in ("PAR", "MUN", "NTH", "BUR", "MOS"))
FRANCE, GERMANY = PowerId("FRANCE"), PowerId("GERMANY")


def test_only_what_the_correction_changed_is_changed() -> None:
    then = BombStore({PAR: 1, MUN: 2}, {PAR: FRANCE, MUN: GERMANY}, ruined={BUR}, closed={NTH: 2})
    wanted = BombStore({PAR: 3, MUN: 2}, {PAR: FRANCE, MUN: GERMANY}, ruined={MOS})
    now = BombStore({MUN: 1}, {MUN: FRANCE}, {PAR: (GERMANY, 1)}, ruined={BUR, MUN}, closed={NTH: 1})
    now.change(then, wanted)
    assert (now.bombs, now.owners) == ({PAR: 3, MUN: 1}, {PAR: FRANCE, MUN: FRANCE})
    assert now.ruined == {MUN, MOS}
    assert now.closed == {}
    assert now.retreating == {PAR: (GERMANY, 1)}
