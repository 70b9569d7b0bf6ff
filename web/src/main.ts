import { mount } from "svelte";
import App from "./App.svelte";
import { router } from "./router/router.svelte";
import "./theme/fonts.css";
import "./theme/tokens.css";
import "./theme/base.css";
import "./theme/boardAndPanel.css";
import { theme } from "./theme/theme.svelte";

theme.start();
router.start();

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no element with the id app");
mount(App, { target });
