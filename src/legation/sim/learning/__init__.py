"""Learning the value of boards from games between bots. Needs the extra ``legation[sim]``."""

from legation.extras import needs_extra

with needs_extra("sim"):
    from legation.sim.learning.examples import Examples, gather_examples, join, load_examples, save_examples
    from legation.sim.learning.fitting import Fit, fit_network
    from legation.sim.learning.games import BotMix, play_examples
    from legation.sim.learning.measuring import meet_searcher
    from legation.sim.learning.training import Stage, TrainingPlan, name_weights, train

__all__ = [
    "BotMix",
    "Examples",
    "Fit",
    "Stage",
    "TrainingPlan",
    "fit_network",
    "gather_examples",
    "join",
    "load_examples",
    "meet_searcher",
    "name_weights",
    "play_examples",
    "save_examples",
    "train",
]
