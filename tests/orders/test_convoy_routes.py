from legation.board import SpaceId
from legation.orders.convoy_routes import MOST, choose_route, choose_routes, search_ways
from legation.variants import load_variant

BOARD = load_variant("standard").board


def spaces(*codes: str) -> list[SpaceId]:
    return [SpaceId(code) for code in codes]


def mask(*codes: str) -> int:
    return int(BOARD.mask(spaces(*codes)))


def test_the_shortest_route_is_found() -> None:
    seas = spaces("ENG", "NTH", "NWG", "IRI", "MAO")
    assert choose_route(BOARD, SpaceId("LON"), SpaceId("NWY"), seas) == ("NTH",)
    assert choose_route(BOARD, SpaceId("LON"), SpaceId("SPA"), seas) == ("ENG", "MAO")


def test_there_is_no_route_without_fleets() -> None:
    assert choose_route(BOARD, SpaceId("LON"), SpaceId("NWY"), []) == ()
    assert choose_route(BOARD, SpaceId("LON"), SpaceId("TUN"), spaces("NTH", "WES")) == ()


def test_one_search_gives_the_ways_to_all_shores() -> None:
    ways = search_ways(BOARD, SpaceId("BRE"), mask("ENG", "NTH"))
    assert ways.find(SpaceId("LON")) == ("ENG",)
    assert ways.find(SpaceId("DEN")) == ("ENG", "NTH")
    assert ways.find(SpaceId("TUN")) == ()


def test_own_fleets_come_first_and_others_follow() -> None:
    routes = choose_routes(BOARD, SpaceId("LON"), SpaceId("BRE"), mask("ENG", "NTH", "MAO", "IRI"), mask("ENG"))
    assert routes[0] == ("ENG",)
    own_way = choose_routes(BOARD, SpaceId("LVP"), SpaceId("BRE"), mask("ENG", "IRI", "MAO"), mask("IRI", "MAO"))
    assert own_way[0] == ("IRI", "MAO")
    assert ("IRI", "ENG") in own_way


def test_never_more_than_five_routes_are_shown_however_many_there_are() -> None:
    board = load_variant("colonia-iii").board
    seas = [space.id for space in board.spaces.values() if space.carries_convoys]
    shores = [code for code in board.order if board.convoy_links[board.index[code]] and code not in seas]  # type: ignore[index]
    routes = choose_routes(board, shores[0], shores[-1], int(board.mask(seas)), 0)
    assert 1 <= len(routes) <= MOST
    assert len(set(routes)) == len(routes)
