/** The names by which the pages know what the API's schema describes. */
import type { Body } from "./client";
import type {
  BombsCorrection, Change as ServerChange, GmPage, OwnerCorrection, PowerStatus, PutCorrection, TakeCorrection,
  YearsCorrection,
} from "./schema";

export type { OrderLine, Scene } from "../board/types";
export type {
  Act, ActResponse, Briefing, Catalogue, Clause, ClockTerms, EndingFacts as Ending, ExtensionVote, GameCard, GamePage as Game, GameStatus, GmPage,
  Invitation, InvitationBody, JoinBody, Letter, LetterBody, Level as BotLevel, LogLine, Member, OpenInvitation, PastPhase, PowerStatus, PressPage as PressBox,
  PressTerms, ProposalFacts as Proposal, Role, Room, RoomPage, SchemeFacts as Scheme, SeatFacts as Seat, Seating, Switch,
  TallyFacts as Tally, Terms, VariantCard as Variant, VariantPage, VotesPage as VoteBox, Weekday, WeighedVote,
} from "./schema";
export type * from "./types/history";
export type * from "./types/ids";
export type * from "./types/orders";
export type * from "./types/session";

/** `resync` is ours: the line was down so long that anything may have changed. */
export type Change = Omit<ServerChange, "kind"> & { kind: ServerChange["kind"] | "resync" };

/** What a power has handed in. */
export type OrdersState = PowerStatus["state"];
/** An act of the game master, told by its name. */
export type GmActBody = Body<"/games/{game}/gm/acts", "post">;
export type GmAct = GmActBody["act"];
export type Correction = PutCorrection | TakeCorrection | OwnerCorrection | YearsCorrection | BombsCorrection;
/** What can be corrected in a game: years only where colonies age, and so on. */
export type FactKind = GmPage["facts"][number];
