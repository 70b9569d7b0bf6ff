/** An address of ours and the file that shows it, without `.svelte`. */
export type Route = { pattern: string; page: string };

/** Every address; the first that fits is taken. */
export const ROUTES: readonly Route[] = [
  { pattern: "/", page: "home/HomePage" },
  { pattern: "/games", page: "games/GamesPage" },
  { pattern: "/new", page: "games/NewGamePage" },
  { pattern: "/sign-in", page: "account/SignInPage" },
  { pattern: "/sign-up", page: "account/SignUpPage" },
  { pattern: "/forgot", page: "account/ForgotPasswordPage" },
  { pattern: "/reset/:token", page: "account/ResetPasswordPage" },
  { pattern: "/account", page: "account/AccountPage" },
  { pattern: "/admin", page: "admin/AdminPage" },
  { pattern: "/admin/:part", page: "admin/AdminPage" },
  { pattern: "/variants/:variant", page: "variants/VariantPage" },
  { pattern: "/invite/:token", page: "games/InvitationPage" },
  { pattern: "/sandbox", page: "sandbox/SandboxPage" },
  { pattern: "/sandbox/:sandbox", page: "sandbox/SandboxPage" },
  { pattern: "/g/:game", page: "orders/BoardPage" },
  { pattern: "/g/:game/results", page: "results/ResultsPage" },
  { pattern: "/g/:game/results/:phase", page: "results/ResultsPage" },
  { pattern: "/g/:game/press", page: "press/PressPage" },
  { pattern: "/g/:game/press/:room", page: "press/PressPage" },
  { pattern: "/g/:game/centres", page: "centres/CentresPage" },
  { pattern: "/g/:game/votes", page: "votes/VotesPage" },
  { pattern: "/g/:game/rules", page: "rules/RulesPage" },
  { pattern: "/g/:game/gm", page: "gm/GmPage" },
  { pattern: "/g/:game/gm/back", page: "gm/GoBackPage" },
  { pattern: "/g/:game/log", page: "log/LogPage" },
  { pattern: "/g/:game/text", page: "textBoard/TextBoardPage" },
  { pattern: "/g/:game/briefing", page: "briefing/BriefingPage" },
  { pattern: "/dev/board/:variant", page: "gallery/BoardGalleryPage" },
];
