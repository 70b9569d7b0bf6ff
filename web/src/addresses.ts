/** An address of ours and the file in `pages/` that shows it. */
export type Route = { pattern: string; page: string };

/** Every address; the first that fits is taken. */
export const ROUTES: readonly Route[] = [
  { pattern: "/", page: "Home" },
  { pattern: "/games", page: "Games" },
  { pattern: "/new", page: "NewGame" },
  { pattern: "/sign-in", page: "SignIn" },
  { pattern: "/sign-up", page: "SignUp" },
  { pattern: "/forgot", page: "Forgot" },
  { pattern: "/reset/:token", page: "Reset" },
  { pattern: "/account", page: "Account" },
  { pattern: "/variants/:variant", page: "Variant" },
  { pattern: "/invite/:token", page: "Invite" },
  { pattern: "/sandbox", page: "Sandbox" },
  { pattern: "/sandbox/:sandbox", page: "Sandbox" },
  { pattern: "/g/:game", page: "Game" },
  { pattern: "/g/:game/results", page: "Results" },
  { pattern: "/g/:game/results/:phase", page: "Results" },
  { pattern: "/g/:game/press", page: "Press" },
  { pattern: "/g/:game/press/:room", page: "Press" },
  { pattern: "/g/:game/centres", page: "Centres" },
  { pattern: "/g/:game/votes", page: "Votes" },
  { pattern: "/g/:game/rules", page: "Rules" },
  { pattern: "/g/:game/desk", page: "Desk" },
  { pattern: "/g/:game/log", page: "Log" },
  { pattern: "/g/:game/text", page: "TextBoard" },
  { pattern: "/g/:game/briefing", page: "Briefing" },
  { pattern: "/dev/board/:variant", page: "Gallery" },
];
