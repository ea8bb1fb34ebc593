/** An error response of the API. `message` is in the user's language. */
export class ApiProblem extends Error {
  readonly code: string;
  readonly errors: Record<string, string[]>;

  constructor(
    readonly status: number,
    body: { message?: string; code?: string; errors?: Record<string, string[]> | null },
    readonly retryAfter: string | null,
  ) {
    super(body.message ?? "");
    this.name = "ApiProblem";
    this.code = body.code ?? "";
    this.errors = body.errors ?? {};
  }
}
