"""A bot's message as a letter: a sentence in the tone of its character, and a sketch of the orders that it mentions."""

from legation.board import LocationId, PowerId
from legation.bots.talking import Answer, Ask, Character, Letter, Offer, Warn, name_kind
from legation.orders import Move, Order, SupportHold, SupportMove, format_order
from legation.render.words import name_place, word_intention, word_supporter, word_talk
from legation.server.press.sketches import Sketch
from legation.variants import Variant


def word_letter(variant: Variant, character: Character, letter: Letter, lot: int) -> str:
    """The sentence of a letter."""
    board, meaning = variant.board, letter.meaning
    values: dict[str, object] = {}
    key = name_kind(meaning)
    match meaning:
        case Ask((SupportHold() | SupportMove() as order, *_)) | Offer(SupportHold() | SupportMove() as order):
            values["helper"], values["helped"] = word_supporter(board, order)
            if isinstance(meaning, Offer) and isinstance(order, SupportHold):
                key = "offer_hold"
        case Warn(space):
            values["place"] = name_place(board, LocationId(space))
        case Answer():
            key = f"yes_{meaning.topic}" if meaning.is_yes else f"no_{meaning.why}"
            if meaning.order is not None:
                values["order"] = word_intention(board, meaning.order)
        case _:
            pass
    return word_talk(key, character.tone, lot, **values)


def sketch_letter(letter: Letter) -> Sketch | None:
    """The orders that a letter mentions, for the board; None if it mentions none."""
    orders: dict[PowerId, list[Order]] = {}
    match letter.meaning:
        case Ask((order, *_)):
            orders = {letter.to: [order], letter.sender: _list_helped(order)}
        case Offer(order):
            orders = {letter.sender: [order], letter.to: _list_helped(order)}
        case Answer(is_yes=True, order=order) if order is not None:
            orders = {letter.sender: [order]}
        case _:
            return None
    texts = {power: tuple(map(format_order, found)) for power, found in orders.items() if found}
    return Sketch(str(letter.phase), texts)


def _list_helped(order: Order) -> list[Order]:
    """The move that a support helps."""
    return [Move(order.supported, order.target)] if isinstance(order, SupportMove) else []
