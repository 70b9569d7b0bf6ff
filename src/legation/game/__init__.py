"""One game through time."""

from legation.game.advance import advance, find_ending, has_orders_due, judge_phase, start_state
from legation.game.changes import Change, PutUnit, SetDisorder, SetOwner, SetPlayer, TakeUnit, apply_changes
from legation.game.corrections import read_changes
from legation.game.explain import Explanation, Link, explain_order_text
from legation.game.folder import is_game_folder, load_folder, save_folder
from legation.game.game import Game
from legation.game.game_file import (
    Inbox,
    SavedGame,
    empty_inbox,
    export_game,
    import_game,
    link_entries,
    read_entry,
    read_setup,
    write_entry,
    write_setup,
)
from legation.game.history import Changed, Entry, Event, History, Judged, Undone, make_entry
from legation.game.json_form import kind_of, read_value, write_value
from legation.game.json_text import BrokenTextError, UnsafeJsonError, is_whole, load_json
from legation.game.legal_orders import list_legal_orders
from legation.game.letters import list_due, list_silent, read_letter
from legation.game.phase import Phase, PhaseKind, Season, next_phase, parse_phase
from legation.game.placings import list_fallen, number_places, rank_places, rank_powers
from legation.game.proposals import (
    VoteFault,
    VoteRefusal,
    cast_vote,
    find_proposer_fault,
    format_places,
    parse_places,
    propose,
    withdraw_proposal,
)
from legation.game.receipts import find_receipt, make_receipt
from legation.game.record_codec import dump, names_of, read_record, read_state, write_record, write_state
from legation.game.request import JudgeRequest
from legation.game.review import Caution, NoEffect, Review, ReviewedLine, join_lines, review_lines
from legation.game.setup import Setup, choose_rulebook, make_setup, open_setup
from legation.game.state import Ending, GameState, PhaseRecord, Places, Proposal, Tally, list_survivors
from legation.game.unit_text import read_unit
from legation.game.verify import Problem, judge_again, verify_folder, verify_history
from legation.game.view import View, hide_open_votes, hide_votes, make_view
from legation.game.votes import (
    count_agreement,
    count_needed,
    count_votes,
    count_whole,
    list_sharers,
    list_voters,
    may_all_agree,
    scheme_of,
    weigh_votes,
)

__all__ = [
    "BrokenTextError",
    "Caution",
    "Change",
    "Changed",
    "Ending",
    "Entry",
    "Event",
    "Explanation",
    "Game",
    "GameState",
    "History",
    "Inbox",
    "JudgeRequest",
    "Judged",
    "Link",
    "NoEffect",
    "Phase",
    "PhaseKind",
    "PhaseRecord",
    "Places",
    "Problem",
    "Proposal",
    "PutUnit",
    "Review",
    "ReviewedLine",
    "SavedGame",
    "Season",
    "SetDisorder",
    "SetOwner",
    "SetPlayer",
    "Setup",
    "TakeUnit",
    "Tally",
    "Undone",
    "UnsafeJsonError",
    "View",
    "VoteFault",
    "VoteRefusal",
    "advance",
    "apply_changes",
    "cast_vote",
    "choose_rulebook",
    "count_agreement",
    "count_needed",
    "count_votes",
    "count_whole",
    "dump",
    "empty_inbox",
    "explain_order_text",
    "export_game",
    "find_ending",
    "find_proposer_fault",
    "find_receipt",
    "format_places",
    "has_orders_due",
    "hide_open_votes",
    "hide_votes",
    "import_game",
    "is_game_folder",
    "is_whole",
    "join_lines",
    "judge_again",
    "judge_phase",
    "kind_of",
    "link_entries",
    "list_due",
    "list_fallen",
    "list_legal_orders",
    "list_sharers",
    "list_silent",
    "list_survivors",
    "list_voters",
    "load_folder",
    "load_json",
    "make_entry",
    "make_receipt",
    "make_setup",
    "make_view",
    "may_all_agree",
    "names_of",
    "next_phase",
    "number_places",
    "open_setup",
    "parse_phase",
    "parse_places",
    "propose",
    "rank_places",
    "rank_powers",
    "read_changes",
    "read_entry",
    "read_letter",
    "read_record",
    "read_setup",
    "read_state",
    "read_unit",
    "read_value",
    "review_lines",
    "save_folder",
    "scheme_of",
    "start_state",
    "verify_folder",
    "verify_history",
    "weigh_votes",
    "withdraw_proposal",
    "write_entry",
    "write_record",
    "write_setup",
    "write_state",
    "write_value",
]
