"""What a user of the library imports: a game that also speaks."""

from legation import game
from legation.render import words


class Game(game.Game):
    """A game; ``explain`` gives the reasons for a result in words."""

    def explain(self, text: str, phase: str | None = None) -> str:
        """Why an order came out as it did, and what one change would have altered it."""
        return words.write_explanation(self.trace(text, phase))

    def draw(self) -> str:
        """The board as text."""
        return words.draw_position(self.variant, self.state)
