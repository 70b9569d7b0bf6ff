"""Many games: ``legation.batch`` judges them on arrays; the laboratory lets bots play them and counts.

Needs the extra ``legation[sim]``; ``legation.sim.environment`` needs ``legation[rl]`` and is imported by its name.
"""

from legation.extras import needs_extra

with needs_extra("sim"):
    from legation.sim.balance import Balance, load_balance
    from legation.sim.balance_report import write_report
    from legation.sim.cluster import ClusterCrew
    from legation.sim.comparison import Comparison, load_comparison
    from legation.sim.comparison_report import describe_sides, make_tables, write_comparison
    from legation.sim.entrants import get_maker
    from legation.sim.results_table import Results, load_results
    from legation.sim.simulate import Commission, Crew, LocalCrew, count_cores, load_commission, play_game, simulate
    from legation.sim.tournament import Score, list_fixtures, play_bouts, score_bouts

__all__ = [
    "Balance",
    "ClusterCrew",
    "Commission",
    "Comparison",
    "Crew",
    "LocalCrew",
    "Results",
    "Score",
    "count_cores",
    "describe_sides",
    "get_maker",
    "list_fixtures",
    "load_balance",
    "load_commission",
    "load_comparison",
    "load_results",
    "make_tables",
    "play_bouts",
    "play_game",
    "score_bouts",
    "simulate",
    "write_comparison",
    "write_report",
]
