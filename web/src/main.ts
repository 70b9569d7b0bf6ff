import { mount } from "svelte";
import App from "./App.svelte";
import { router } from "./router.svelte";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/desk.css";
import { theme } from "./theme/theme.svelte";

theme.start();
router.start();

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no element with the id app");
mount(App, { target });
