"""The judge's equations on arrays: many games at once, on any board, with machine code compiled once."""

from legation.extras import needs_extra

with needs_extra("sim"):
    from legation.batch import codes, switches
    from legation.batch.batch import CARGO, Batch, Outcomes, make_batch, repeat, select
    from legation.batch.batch_board import BatchBoard, make_batch_board, make_board_arrays
    from legation.batch.carriage_choices import mask_colonial_winter, read_carriage, read_colonial_winter
    from legation.batch.carriage_masks import CarriageMasks
    from legation.batch.choices import (
        WinterChoices,
        make_mask,
        mask_moves,
        mask_retreats,
        mask_winter,
        read_moves,
        read_retreats,
        read_winter,
        sample_choices,
    )
    from legation.batch.codes import STOOD_OFF
    from legation.batch.compiling import Codes, DeviceArray, Longs, Shorts, Small, kernel
    from legation.batch.convert import (
        column_of,
        decode_adjustment,
        decode_order,
        decode_orders,
        decode_position,
        decode_retreat,
        decode_retreats,
        encode_adjustment,
        encode_order,
        encode_orders,
        encode_positions,
        encode_retreat,
    )
    from legation.batch.devices import fetch_batch, put_batch
    from legation.batch.engine import (
        WinterOutcomes,
        count_centres,
        judge_adjustments,
        judge_moves,
        judge_retreats,
        list_winners,
        mark_victors,
        sample_adjustments,
        sample_moves,
        sample_positions,
        sample_retreats,
        settle_ownership,
    )
    from legation.batch.legal_codes import LegalCodes
    from legation.batch.legal_orders import fetch_masks, list_orders, make_legal_masks, mask_orders
    from legation.batch.masks import LegalMasks
    from legation.batch.switches import list_uncovered
    from legation.batch.templates import Ranks, Templates, mark_templates
    from legation.batch.through_judge import is_referred
    from legation.batch.words import list_places, pack_words, unpack_words

__all__ = [
    "CARGO",
    "STOOD_OFF",
    "Batch",
    "BatchBoard",
    "CarriageMasks",
    "Codes",
    "DeviceArray",
    "LegalCodes",
    "LegalMasks",
    "Longs",
    "Outcomes",
    "Ranks",
    "Shorts",
    "Small",
    "Templates",
    "WinterChoices",
    "WinterOutcomes",
    "codes",
    "column_of",
    "count_centres",
    "decode_adjustment",
    "decode_order",
    "decode_orders",
    "decode_position",
    "decode_retreat",
    "decode_retreats",
    "encode_adjustment",
    "encode_order",
    "encode_orders",
    "encode_positions",
    "encode_retreat",
    "fetch_batch",
    "fetch_masks",
    "is_referred",
    "judge_adjustments",
    "judge_moves",
    "judge_retreats",
    "kernel",
    "list_orders",
    "list_places",
    "list_uncovered",
    "list_winners",
    "make_batch",
    "make_batch_board",
    "make_board_arrays",
    "make_legal_masks",
    "make_mask",
    "mark_templates",
    "mark_victors",
    "mask_colonial_winter",
    "mask_moves",
    "mask_orders",
    "mask_retreats",
    "mask_winter",
    "pack_words",
    "put_batch",
    "read_carriage",
    "read_colonial_winter",
    "read_moves",
    "read_retreats",
    "read_winter",
    "repeat",
    "sample_adjustments",
    "sample_choices",
    "sample_moves",
    "sample_positions",
    "sample_retreats",
    "select",
    "settle_ownership",
    "switches",
    "unpack_words",
]
