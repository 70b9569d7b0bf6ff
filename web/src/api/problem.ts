import type { ErrorFacts } from "./schema";

/** A failed request: the server's error, or status 0 if it could not be reached. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly field: string | null = null,
    readonly candidates: readonly string[] = [],
    /** The whole response body, for data beside the error (a conflicting sheet, refused lines). */
    readonly body: Readonly<Record<string, unknown>> = {},
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }

  /** True if no server answered the request. */
  get isOffline(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }
}

/** The sentence to show when there was no response. */
export const UNREACHED = "We could not reach the server. What you wrote is still here.";

/** Turn an error response into an ApiError with its message. */
export function readProblem(status: number, body: unknown, retryAfter: string | null): ApiError {
  const record = isRecord(body) ? body : {};
  const error = isRecord(record["error"]) ? (record["error"] as Partial<ErrorFacts>) : {};
  return new ApiError(
    status,
    error.code ?? `status_${status}`,
    error.message ?? (status >= 500 ? "The server could not answer. Try again in a moment." : "That was not possible."),
    error.field ?? null,
    error.candidates ?? [],
    record,
    readSeconds(retryAfter),
  );
}

/** The message of anything that was thrown. */
export function tellProblem(problem: unknown): string {
  return problem instanceof Error ? problem.message : "That was not possible.";
}

function readSeconds(text: string | null): number | null {
  const seconds = Number(text ?? NaN);
  return Number.isFinite(seconds) ? seconds : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
