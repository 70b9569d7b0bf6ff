import { MediaQuery } from "svelte/reactivity";

const phone = new MediaQuery("width < 640px");
const roomy = new MediaQuery("width >= 760px");
const wide = new MediaQuery("width >= 1024px");
const broad = new MediaQuery("width >= 1800px");

/** Which of the layouts of the visual direction, section 3, is on. */
export const viewport = {
  /** One column with a bottom sheet. */
  get isPhone(): boolean {
    return phone.current;
  },
  /** The panel stands beside the board. */
  get isWide(): boolean {
    return wide.current;
  },
  /** The panel comes as a drawer over the board. */
  get isDrawer(): boolean {
    return !phone.current && !wide.current;
  },
  /** Px that an open drawer takes from the board; a narrow board stays where it is, under it. */
  get drawn(): number {
    return roomy.current && !wide.current ? 380 : 0;
  },
  /** There is room for press beside the orders. */
  get isBroad(): boolean {
    return broad.current;
  },
};
