/** Short names for the types of the API schema. */
import type { Body } from "./client";
import type {
  AdjustmentOptions, BombsCorrection, Change as ServerChange, GmPage, MoveOptions, NoOptions, OwnerCorrection, PowerStatus,
  PutCorrection, RetreatOptions, TakeCorrection, YearsCorrection,
} from "./schema";

export type {
  Absence, AbsenceEffect, Act, ActResponse, AdjustmentOptions, AllOrders, BackPreview, Briefing, Catalogue, CentreHistory, CentreRow,
  CheckedLine, CheckedText, Clause, ClauseLink, ClockTerms, EndingFacts as Ending, ExamplePage, ExplanationPage as Explanation, GameCard,
  FindingFacts as Finding, FoundLetter, FoundLetters, GamePage as Game, GmPage, Guide, GuideReply, GuideTask, HintOption, HintPage as Hint, ImportCheck, Invitation, InvitationBody, JoinBody, JudgedPhase, Launch, LessonCard, Letter, LetterBody, LetterPreview,
  LetterPreferences as MailSettings, Level as BotLevel, LogLine, Member, MotionPage as Motion, NewToken, OpenInvitation, OpenSession, OwnAccount as Account,
  Passkey, PastOrders, PastPhase, PhaseCapture, PhaseChange, PhaseList, Plan, PowerStatus, Preferences as Settings,
  PressPage as PressBox, PressTerms,
  ProposalFacts as Proposal, ReachPage, Receipt, RefusedLine, RepeatedOrders, RequestJson, ResultLine, Results, RetreatOptions, Role,
  Room, RoomPage, Rule, SandboxOptions, SandboxVerdict, ScheduledAct, SchemeFacts as Scheme, SeatFacts as Seat, Session, Sheet, SketchBody, SoloBody, SpacePage, SpaceRow,
  StandingOrders, Switch, TallyFacts as Tally, Terms, TextBoard, TimeVote, TimeVotes, Token, UnitToOrder,
  TurnBody as PastTurn, TurnFacts as JudgedTurn, VariantCard as Variant, VariantPage, VotesPage as VoteBox, WayBack, Weekday, WeighedVote,
} from "./schema";

/** The admin pages, and what a receipt stands for. */
export type {
  AccountRow as AdminAccount, AdminAct as AdminActLine, BannedNetwork, CheckedReceipt, GameRow as AdminGame, Host as AdminHost,
  NoticeRow as AdminLetter, ReportRow as AdminReport, Sizes as AdminSizes,
} from "./schema";

/** Boards that people bring. */
export type {
  BoardCard, BoardCheck, BoardFinding, BoardPage, BoardRow as AdminBoard, EditablePage, EditBody as BoardEditBody, OwnBoards,
} from "./schema";

/** People beyond one game. */
export type {
  Block, Invited, OwnProfile, OwnReport, PressKind, Profile, ReportBody, Speed, WaitingList,
} from "./schema";

/** The end of a game, and its statistics. */
export type {
  CentreLine, FallenPower, FrontFigures, IdleFigures, OrderFigures, StatisticsPage as Statistics, SupportFigures, TurningPointFacts as TurningPoint,
  TurningPoints,
} from "./schema";

/** "FRANCE" */
export type PowerId = string;
/** "PAR" */
export type SpaceId = string;

/** What may be ordered now, by the kind of the phase. */
export type OrderOptions = MoveOptions | RetreatOptions | AdjustmentOptions | NoOptions;

/** The orders that a power has sent. */
export type OrdersState = PowerStatus["state"];
/** An action of the game master, by name. */
export type GmActBody = Body<"/games/{game}/gm/acts", "post">;
export type GmAct = GmActBody["act"];
/** An action that can be scheduled. */
export type LaterActBody = Body<"/games/{game}/gm/schedule", "post">["act"];
export type Correction = PutCorrection | TakeCorrection | OwnerCorrection | YearsCorrection | BombsCorrection;
/** What can be corrected in a game: years only where colonies age, and so on. */
export type FactKind = GmPage["facts"][number];

/** `resync` is ours: the connection was down so long that anything may have changed. */
export type Change = Omit<ServerChange, "kind"> & { kind: ServerChange["kind"] | "resync" };
