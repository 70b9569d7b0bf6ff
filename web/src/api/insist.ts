import { ApiError } from "./problem";

/** How long to wait before each further try, in ms. */
const PAUSES = [300, 1_000, 3_000];

/** Load what a dropped connection may have lost: again and again for some seconds before it fails. */
export async function insist<Found>(load: () => Promise<Found>): Promise<Found> {
  for (const pause of PAUSES) {
    try {
      return await load();
    } catch (problem) {
      // What the server itself refuses it will refuse again.
      if (problem instanceof ApiError && !problem.isOffline) throw problem;
      await new Promise((resume) => setTimeout(resume, pause));
    }
  }
  return load();
}
