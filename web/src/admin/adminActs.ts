import { post } from "../api/client";
import type { AdminAccount, AdminBoard, AdminGame } from "../api/types";

/** What an admin has filled in. */
export type Filled = { reason: string; days: string | number; login: string; network: string };

/** Something an admin can do: what the dialog asks for, and the request it sends. */
export type AdminAct = {
  title: string;
  says: string;
  label: string;
  asks: readonly ("days" | "login" | "network")[];
  send: (filled: Filled) => Promise<{ text: string }>;
};

const readDays = (filled: Filled) => (filled.days === "" || filled.days === null ? null : Number(filled.days));

/** The actions that are possible on an account now. */
export function listAccountActs(account: AdminAccount): AdminAct[] {
  if (account.state === "closed") return [];
  const path = { account: account.id };
  const acts: AdminAct[] = [];
  if (account.state === "banned")
    acts.push({
      title: `Lift the ban of ${account.name}`,
      says: "The account can be used again at once.",
      label: "Lift the ban",
      asks: [],
      send: ({ reason }) => post("/admin/accounts/{account}/unban", path, { reason }),
    });
  else if (account.state !== "admin")
    acts.push({
      title: `Ban ${account.name}`,
      says: "The account is signed out everywhere and cannot sign in. Its seats stay; game masters replace it where needed.",
      label: "Ban",
      asks: ["days"],
      send: (filled) => post("/admin/accounts/{account}/ban", path, { reason: filled.reason, days: readDays(filled) }),
    });
  acts.push({
    title: `Sign ${account.name} out everywhere`,
    says: "All sessions end, and all tokens are revoked.",
    label: "Sign out everywhere",
    asks: [],
    send: ({ reason }) => post("/admin/accounts/{account}/sign-out", path, { reason }),
  });
  if (account.state === "account")
    acts.push({
      title: account.brings_boards ? `No more boards from ${account.name}` : `Boards from ${account.name}`,
      says: account.brings_boards
        ? "The account can upload no more boards. It keeps those it has."
        : "The account may upload boards. They are private until you publish them.",
      label: account.brings_boards ? "Forbid uploads" : "Allow uploads",
      asks: [],
      send: ({ reason }) => post("/admin/accounts/{account}/boards", path, { reason, allowed: !account.brings_boards }),
    });
  if (account.address_state === "verified")
    acts.push({
      title: `A new password for ${account.name}`,
      says: "We e-mail a link to the account's address. It is valid for one hour, and you do not see it.",
      label: "Send a reset link",
      asks: [],
      send: ({ reason }) => post("/admin/accounts/{account}/reset", path, { reason }),
    });
  if (account.state !== "admin")
    acts.push({
      title: `Close the account of ${account.name}`,
      says: "This cannot be undone. The address is deleted, seats go to standbys, and games that it ran go to their second game master.",
      label: "Close for good",
      asks: [],
      send: ({ reason }) => post("/admin/accounts/{account}/close", path, { reason }),
    });
  return acts;
}

/** The actions that are possible on a game now. */
export function listGameActs(game: AdminGame): AdminAct[] {
  if (game.kind === "solo" || game.status === "ended") return [];
  const path = { game: game.id };
  const acts: AdminAct[] = [
    {
      title: `A game master for ${game.title}`,
      says: game.gm
        ? `${game.gm} stops running the game and becomes a spectator. All members are told.`
        : "The game has no game master. All members are told who runs it from now on.",
      label: "Appoint a game master",
      asks: ["login"],
      send: ({ reason, login }) => post("/admin/games/{game}/master", path, { reason, login }),
    },
  ];
  if (game.status === "running")
    acts.push({
      title: `Pause ${game.title}`,
      says: "The clock stops. The game's log says that the host did it, and why.",
      label: "Pause",
      asks: [],
      send: ({ reason }) => post("/admin/games/{game}/pause", path, { reason }),
    });
  if (game.status === "paused")
    acts.push({
      title: `Resume ${game.title}`,
      says: "The clock continues with the time that was left.",
      label: "Resume",
      asks: [],
      send: ({ reason }) => post("/admin/games/{game}/resume", path, { reason }),
    });
  return acts;
}

/** The actions that are possible on a board now. */
export function listBoardActs(board: AdminBoard): AdminAct[] {
  const path = { board: board.id };
  const acts: AdminAct[] = [];
  if (board.number && board.state === "published")
    acts.push({
      title: `Make ${board.name} private`,
      says: "Only its owner and admins can begin games on it. Running games continue.",
      label: "Make it private",
      asks: [],
      send: ({ reason }) => post("/admin/boards/{board}/unpublish", path, { reason }),
    });
  else if (board.number)
    acts.push({
      title: `Publish ${board.name}`,
      says: "Everyone may begin games on it.",
      label: "Publish",
      asks: [],
      send: ({ reason }) => post("/admin/boards/{board}/publish", path, { reason }),
    });
  if (!board.folder)
    acts.push({
      title: `Remove ${board.name}`,
      says: "Nobody can begin games on it any more. Running games continue and keep the board.",
      label: "Remove",
      asks: [],
      send: ({ reason }) => post("/admin/boards/{board}/remove", path, { reason }),
    });
  return acts;
}

/** Ban a network. */
export const BAN_NETWORK: AdminAct = {
  title: "Ban a network",
  says: "People on it cannot play as guests, create accounts or use the sandbox. Those who have an account can still sign in.",
  label: "Ban",
  asks: ["network", "days"],
  send: (filled) => post("/admin/networks", {}, { network: filled.network, reason: filled.reason, days: readDays(filled) }),
};
