/** What the server says when it refuses. */

export type ErrorBody = {
  code: string;
  message: string;
  field?: string | null;
  candidates?: string[];
};
