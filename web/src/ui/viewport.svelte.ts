import { MediaQuery } from "svelte/reactivity";

const phone = new MediaQuery("width < 640px");
/** A phone on its side, or a window at 200 %. */
const short = new MediaQuery("(width >= 600px) and (height < 500px)");
const roomy = new MediaQuery("width >= 760px");
const wide = new MediaQuery("width >= 1024px");
const broad = new MediaQuery("width >= 1800px");

/** Which of the layouts of the visual direction, section 3, is on. */
export const viewport = {
  /** One column with a bottom sheet. */
  get isPhone(): boolean {
    return phone.current && !short.current;
  },
  /** The sheet stands at the side, since there is no height for it below. */
  get isShort(): boolean {
    return short.current;
  },
  /** The order in hand is in the sheet, below or at the side, and not in a bar under the board. */
  get hasSheet(): boolean {
    return phone.current || short.current;
  },
  /** The panel stands beside the board. */
  get isWide(): boolean {
    return wide.current && !short.current;
  },
  /** The pages of a game stand as tabs in the bar; else they are in the menu. */
  get hasTabs(): boolean {
    return wide.current;
  },
  /** The panel comes as a drawer over the board. */
  get isDrawer(): boolean {
    return !phone.current && !wide.current && !short.current;
  },
  /** Px that an open drawer takes from the board; a narrow board stays where it is, under it. */
  get drawn(): number {
    return roomy.current && this.isDrawer ? 380 : 0;
  },
  /** There is room for press beside the orders. */
  get isBroad(): boolean {
    return broad.current;
  },
};
