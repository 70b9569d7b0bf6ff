import { post } from "../api/client";
import type { AdminAccount, AdminBoard, AdminGame } from "../api/types";

/** What an admin has filled in. */
export type Filled = { reason: string; days: string | number; login: string; network: string };

/** Something an admin can do: how it is asked for, and how it is sent. */
export type AdminAct = {
  title: string;
  says: string;
  label: string;
  asks: readonly ("days" | "login" | "network")[];
  send: (filled: Filled) => Promise<{ text: string }>;
};

const readDays = (filled: Filled) => (filled.days === "" || filled.days === null ? null : Number(filled.days));

/** What can be done to an account as it is now. */
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
    says: "All sessions end, and tokens for scripts are taken back.",
    label: "Sign out everywhere",
    asks: [],
    send: ({ reason }) => post("/admin/accounts/{account}/sign-out", path, { reason }),
  });
  if (account.state === "account")
    acts.push({
      title: account.brings_boards ? `No more boards of ${account.name}` : `Boards of ${account.name}`,
      says: account.brings_boards
        ? "The account brings no more boards. Those that it has stay."
        : "The account may bring boards of its own. They are private until you publish them.",
      label: account.brings_boards ? "Take back the right to bring boards" : "Let bring boards",
      asks: [],
      send: ({ reason }) => post("/admin/accounts/{account}/boards", path, { reason, allowed: !account.brings_boards }),
    });
  if (account.address_state === "verified")
    acts.push({
      title: `A new password for ${account.name}`,
      says: "A letter with a link goes to the account's own address. The link is good for one hour; you don't see it.",
      label: "Send a reset link",
      asks: [],
      send: ({ reason }) => post("/admin/accounts/{account}/reset", path, { reason }),
    });
  if (account.state !== "admin")
    acts.push({
      title: `Close the account of ${account.name}`,
      says: "For good: the address is forgotten, seats go to standbys, and games that it ran go to their second game master.",
      label: "Close for good",
      asks: [],
      send: ({ reason }) => post("/admin/accounts/{account}/close", path, { reason }),
    });
  return acts;
}

/** What can be done to a game as it is now. */
export function listGameActs(game: AdminGame): AdminAct[] {
  if (game.kind === "solo" || game.status === "ended") return [];
  const path = { game: game.id };
  const acts: AdminAct[] = [
    {
      title: `A game master for ${game.title}`,
      says: game.gm
        ? `${game.gm} runs the game now, and would look on from then on. All members are told.`
        : "The game has no game master. All members are told who runs it from now on.",
      label: "Appoint a game master",
      asks: ["login"],
      send: ({ reason, login }) => post("/admin/games/{game}/master", path, { reason, login }),
    },
  ];
  if (game.status === "running")
    acts.push({
      title: `Pause ${game.title}`,
      says: "The clock stops. The log of the game says that the host did it, and why.",
      label: "Pause",
      asks: [],
      send: ({ reason }) => post("/admin/games/{game}/pause", path, { reason }),
    });
  if (game.status === "paused")
    acts.push({
      title: `Let ${game.title} go on`,
      says: "The clock goes on with as much time as was left.",
      label: "Resume",
      asks: [],
      send: ({ reason }) => post("/admin/games/{game}/resume", path, { reason }),
    });
  return acts;
}

/** What can be done to a board as it is now. */
export function listBoardActs(board: AdminBoard): AdminAct[] {
  const path = { board: board.id };
  const acts: AdminAct[] = [];
  if (board.number && board.state === "published")
    acts.push({
      title: `Make ${board.name} private`,
      says: "Only its owner and admins begin games on it. Games that run go on.",
      label: "Make it private",
      asks: [],
      send: ({ reason }) => post("/admin/boards/{board}/unpublish", path, { reason }),
    });
  else if (board.number)
    acts.push({
      title: `Publish ${board.name}`,
      says: "Everybody may begin games on it.",
      label: "Publish",
      asks: [],
      send: ({ reason }) => post("/admin/boards/{board}/publish", path, { reason }),
    });
  if (!board.folder)
    acts.push({
      title: `Remove ${board.name}`,
      says: "Nobody can begin games on it any more. Games that run go on and keep the board.",
      label: "Remove",
      asks: [],
      send: ({ reason }) => post("/admin/boards/{board}/remove", path, { reason }),
    });
  return acts;
}

/** Ban a network. */
export const BAN_NETWORK: AdminAct = {
  title: "Ban a network",
  says: "Nobody without an account can do anything from there. Whoever has an account still gets in.",
  label: "Ban",
  asks: ["network", "days"],
  send: (filled) => post("/admin/networks", {}, { network: filled.network, reason: filled.reason, days: readDays(filled) }),
};
