from legation.board import Border, LocationId, Placed, Space, SpaceId, Terrain, check_board


def place_space(code: str, line: int, terrain: Terrain = Terrain.LAND) -> Placed[Space]:
    return Placed(Space(SpaceId(code), f"Name of {code}", terrain), "spaces.csv", line)


def place_border(start: str, end: str, line: int, *, army: bool = True, fleet: bool = False) -> Placed[Border]:
    return Placed(Border(LocationId(start), LocationId(end), army, fleet), "borders.csv", line)


def test_a_sound_board_has_no_problems() -> None:
    spaces = [place_space("PAR", 2), place_space("BUR", 3)]
    assert list(check_board(spaces, [place_border("PAR", "BUR", 2)])) == []


def test_every_problem_is_found_and_not_just_the_first() -> None:
    spaces = [place_space("PAR", 2), place_space("par", 3), place_space("BUR", 4)]
    borders = [place_border("PAR", "XXX", 2), place_border("PAR", "PAR", 3)]
    places = [(problem.file, problem.line) for problem in check_board(spaces, borders)]
    assert places[0] == ("spaces.csv", 3)
    assert ("borders.csv", 2) in places
    assert ("borders.csv", 3) in places


def test_a_border_with_two_faults_is_told_of_both() -> None:
    problems = list(check_board([place_space("PAR", 2)], [place_border("XXX", "YYY", 2)]))
    assert [problem.problem for problem in problems] == ["unknown space 'XXX'", "unknown space 'YYY'"]


def test_an_empty_board_has_no_problems() -> None:
    assert list(check_board([], [])) == []


def test_a_sea_needs_no_shore() -> None:
    seas = [place_space("ENG", 2, Terrain.SEA), place_space("NTH", 3, Terrain.SEA)]
    assert list(check_board(seas, [place_border("ENG", "NTH", 2, army=False, fleet=True)])) == []


def test_a_placed_value_makes_errors_that_name_its_place() -> None:
    error = place_space("PAR", 7).error("is wrong")
    assert (error.file, error.line, error.problem) == ("spaces.csv", 7, "is wrong")
