import { ApiError } from "./problem";

/** How long to wait before each further try, in ms. */
const PAUSES = [300, 1_000, 3_000];

/** Load something, with retries for some seconds if the connection drops. */
export async function insist<Found>(load: () => Promise<Found>): Promise<Found> {
  for (const pause of PAUSES) {
    try {
      return await load();
    } catch (problem) {
      // A refusal by the server is final.
      if (problem instanceof ApiError && !problem.isOffline) throw problem;
      await new Promise((resume) => setTimeout(resume, pause));
    }
  }
  return load();
}
