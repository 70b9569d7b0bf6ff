import { MediaQuery } from "svelte/reactivity";

const phone = new MediaQuery("width < 640px");
/** A phone on its side, or a window at 200 %. */
const short = new MediaQuery("(width >= 600px) and (height < 500px)");
const roomy = new MediaQuery("width >= 760px");
const wide = new MediaQuery("width >= 1024px");
const broad = new MediaQuery("width >= 1800px");

/** The active layout. */
export const viewport = {
  /** One column with a bottom sheet. */
  get isPhone(): boolean {
    return phone.current && !short.current;
  },
  /** The sheet is at the side, because there is no height for it below. */
  get isShort(): boolean {
    return short.current;
  },
  /** The order in hand is in the sheet, below or at the side, not in a bar under the board. */
  get hasSheet(): boolean {
    return phone.current || short.current;
  },
  /** The panel stands beside the board. */
  get isWide(): boolean {
    return wide.current && !short.current;
  },
  /** The pages of a game are tabs in the bar; otherwise they are in the menu. */
  get hasTabs(): boolean {
    return wide.current;
  },
  /** The panel comes as a drawer over the board. */
  get isDrawer(): boolean {
    return !phone.current && !wide.current && !short.current;
  },
  /** Px that an open drawer takes from the board; a narrow board stays where it is, under the drawer. */
  get drawn(): number {
    return roomy.current && this.isDrawer ? 380 : 0;
  },
  /** There is room for press beside the orders. */
  get isBroad(): boolean {
    return broad.current;
  },
};
