/** The names by which the pages know what the API's schema describes. */
import type { Change as ServerChange } from "./schema";

export type { OrderLine, Scene } from "../board/types";
export type {
  Act, Briefing, Catalogue, Clause, ClockTerms, EndingFacts as Ending, ExtensionVote, GameCard, GamePage as Game, GameStatus,
  Invitation, InvitationBody, JoinBody, Letter, LetterBody, Level as BotLevel, LogLine, PastPhase, PressPage as PressBox,
  PressTerms, ProposalFacts as Proposal, Role, Room, RoomPage, SchemeFacts as Scheme, SeatFacts as Seat, Seating, Switch,
  TallyFacts as Tally, Terms, VariantCard as Variant, VariantPage, VotesPage as VoteBox, Weekday, WeighedVote,
} from "./schema";
export type * from "./types/desk";
export type * from "./types/history";
export type * from "./types/ids";
export type * from "./types/orders";
export type * from "./types/session";

/** `resync` is ours: the line was down so long that anything may have changed. */
export type Change = Omit<ServerChange, "kind"> & { kind: ServerChange["kind"] | "resync" };
