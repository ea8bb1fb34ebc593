import type { BrowserContext, ConsoleMessage, Request, Response, WebError } from "@playwright/test";

type Answer = { status: number; path: RegExp };

/** Expected failures: a guest requests the signed-in user. */
const NORMAL: Answer[] = [
  { status: 401, path: /^\/api\/user$/ },
  // After a sign-out every open page authorizes again, and requests sent just before are refused.
  { status: 401, path: /^\/broadcasting\/auth$/ },
  { status: 401, path: /^\/api\/realtime$/ },
  { status: 401, path: /^\/api\/(notifications|runs|bulk)$/ },
];

/**
 * Records errors that a test does not check: on the console (including violations of the content
 * security policy), exceptions, failed requests and error responses.
 */
export class Watch {
  private readonly problems: string[] = [];
  private readonly expected = [...NORMAL];
  private readonly expectedOnConsole: RegExp[] = [];
  private readonly expectedToFail: RegExp[] = [];

  constructor(private readonly context: BrowserContext) {
    context.on("weberror", this.exception);
    context.on("console", this.line);
    context.on("response", this.answer);
    context.on("requestfailed", this.failure);
  }

  /** Stops recording; the window is reused by another test. */
  end() {
    this.context.off("weberror", this.exception);
    this.context.off("console", this.line);
    this.context.off("response", this.answer);
    this.context.off("requestfailed", this.failure);
  }

  private readonly exception = (thrown: WebError) => this.note(`exception: ${thrown.error().message}`);

  private readonly line = (message: ConsoleMessage) => {
    const text = message.text();
    // The browser repeats every error response on the console; responses are checked below.
    if (message.type() !== "error" || text.startsWith("Failed to load resource")) return;
    if (!this.expectedOnConsole.some((pattern) => pattern.test(text))) this.note(`console: ${text}`);
  };

  private readonly answer = (response: Response) => {
    const { pathname } = new URL(response.url());
    const status = response.status();
    const isExpected = this.expected.some((answer) => answer.status === status && answer.path.test(pathname));
    if (status >= 400 && !isExpected) this.note(`${status}: ${response.request().method()} ${pathname}`);
  };

  private readonly failure = (request: Request) => {
    const reason = request.failure()?.errorText ?? "";
    const { pathname } = new URL(request.url());
    // Aborted by the page: it was left, or a download started.
    if (reason === "net::ERR_ABORTED") return;
    if (!this.expectedToFail.some((path) => path.test(pathname))) this.note(`${reason}: ${pathname}`);
  };

  private note(problem: string) {
    this.problems.push(problem);
  }

  /** Expects this response. */
  expect(status: number, path: RegExp) {
    this.expected.push({ status, path });
  }

  /** Expects this message on the console. */
  expectOnConsole(pattern: RegExp) {
    this.expectedOnConsole.push(pattern);
  }

  /** Expects the test to abort requests to this path. */
  expectToFail(path: RegExp) {
    this.expectedToFail.push(path);
  }

  /** The recorded errors that were not expected. */
  get found(): readonly string[] {
    return this.problems;
  }
}
