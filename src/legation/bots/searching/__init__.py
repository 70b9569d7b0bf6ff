"""The bots that search through the batch engine. Needs the extra ``legation[sim]``."""

from legation.extras import needs_extra

with needs_extra("sim"):
    from legation.bots.searching.advice import advise, advise_all, judge_choice
    from legation.bots.searching.search_bot import Effort, SearchBot
    from legation.bots.searching.strong_bot import StrongBot

__all__ = ["Effort", "SearchBot", "StrongBot", "advise", "advise_all", "judge_choice"]
