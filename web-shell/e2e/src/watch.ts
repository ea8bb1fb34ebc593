import type { BrowserContext, ConsoleMessage, Request, Response, WebError } from "@playwright/test";

type Answer = { status: number; path: RegExp };

/** What belongs to the normal course of things: a guest asks who is signed in. */
const NORMAL: Answer[] = [
  { status: 401, path: /^\/api\/user$/ },
  // After a sign-out every open page asks anew what it may hear, and what it asked for just before is refused.
  { status: 401, path: /^\/broadcasting\/auth$/ },
  { status: 401, path: /^\/api\/(notifications|runs|bulk)$/ },
];

/**
 * Notes everything that goes wrong behind a test's back: errors on the console (violations of the content
 * security policy among them), exceptions, requests without or with a bad answer.
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

  /** Sees nothing more; the window goes on to another test. */
  end() {
    this.context.off("weberror", this.exception);
    this.context.off("console", this.line);
    this.context.off("response", this.answer);
    this.context.off("requestfailed", this.failure);
  }

  private readonly exception = (thrown: WebError) => this.note(`exception: ${thrown.error().message}`);

  private readonly line = (message: ConsoleMessage) => {
    const text = message.text();
    // The browser repeats every bad answer on the console; they are judged by themselves below.
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
    // Left by the page itself: somebody went elsewhere, or a download took over.
    if (reason === "net::ERR_ABORTED") return;
    if (!this.expectedToFail.some((path) => path.test(pathname))) this.note(`${reason}: ${pathname}`);
  };

  private note(problem: string) {
    this.problems.push(problem);
  }

  /** This answer is part of the test. */
  expect(status: number, path: RegExp) {
    this.expected.push({ status, path });
  }

  /** This line on the console is part of the test. */
  expectOnConsole(pattern: RegExp) {
    this.expectedOnConsole.push(pattern);
  }

  /** Requests to this path are cut by the test. */
  expectToFail(path: RegExp) {
    this.expectedToFail.push(path);
  }

  /** What went wrong so far, and nothing of it expected. */
  get found(): readonly string[] {
    return this.problems;
  }
}
