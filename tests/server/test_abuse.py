"""The benchmark of a host under attack runs, in small: people are served, and deadlines are met."""

from pathlib import Path

from benchmarks.abuse import Scale, measure, tell


def test_people_are_served_and_deadlines_met_under_attack(tmp_path: Path) -> None:
    scale = Scale(people=8, addresses=2, seconds=5.0, deadlines=2, settle=1.0)
    figures = measure(f"sqlite:///{tmp_path}/abuse.db", tmp_path / "data", scale)
    assert figures.times.failures == []
    assert len(figures.lateness) == 2
    assert max(figures.lateness) < 20  # on a machine that runs other tests too
    assert figures.hostile["solo game done"] >= 1
    text = tell(figures, scale, "SQLite")
    assert "2 hostile addresses beside 8 people for 5 s" in text
    assert "2 deadlines" in text
