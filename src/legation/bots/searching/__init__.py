"""The bots that search through the batch engine. Needs the extra ``legation[sim]``."""

from legation.extras import needs_extra

with needs_extra("sim"):
    from legation.bots.searching.advice import Advice, Prospect, advise, judge_choice
    from legation.bots.searching.search_bot import Effort, SearchBot
    from legation.bots.searching.strong_bot import StrongBot

__all__ = ["Advice", "Effort", "Prospect", "SearchBot", "StrongBot", "advise", "judge_choice"]
