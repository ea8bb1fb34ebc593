import { ApiProblem, type Document, type RunControl } from "@sitewright/sdk";
import { Refused } from "./bridge";
import { hasGesture } from "./gestures";
import type { Input, Request } from "./protocol";

/** What a page asks of the user through the shell. */
export type Question =
  | { kind: "run" }
  | { kind: "copy"; text: string }
  | { kind: "download"; name: string; text: string };

/** The functions of the shell that answer requests. */
export type Means = {
  run: RunControl;
  document: Document | null;
  /** Starts a run for the page and returns its order number. */
  order: (input: Input) => number;
  mayRunUnasked: () => boolean;
  /** Whether the user agreed; the copy or download is then already done. */
  ask: (question: Question) => Promise<boolean>;
  validate: (input: Input) => Record<string, string>;
  keepDraft: (input: Input) => void;
  save: (change: { title?: string; text?: string; data?: Input }) => Promise<unknown>;
  openDocument: (id: string) => void;
  notify: (kind: "success" | "error", text: string) => void;
  setHeight: (pixels: number) => void;
};

async function start(means: Means, input: Input) {
  if (means.run.busy) throw new Refused("busy");
  if (!means.mayRunUnasked() && !(await means.ask({ kind: "run" }))) throw new Refused("declined");
  return { order: means.order(input) };
}

async function save(means: Means, { title, text, data }: { title?: string; text?: string; data?: Input }) {
  if (!means.document) throw new Refused("no-result");
  try {
    await means.save({ title, text, data });
  } catch (problem) {
    const isConflict = problem instanceof ApiProblem && problem.status === 409;
    throw new Refused(isConflict ? "conflict" : "failed");
  }
}

function open({ document, openDocument }: Means) {
  if (!document) throw new Refused("no-result");
  if (!hasGesture()) throw new Refused("declined");
  openDocument(document.id);
}

/** Executes a request of a page, within its limits. */
export async function answer(request: Request, means: Means): Promise<unknown> {
  switch (request.type) {
    case "run":
      return start(means, request.input);
    case "cancel":
      return means.run.cancel();
    case "validate":
      return { errors: means.validate(request.input) };
    case "draft":
      return means.keepDraft(request.input);
    case "save":
      return save(means, request);
    case "copy":
    case "download": {
      const { id: _, type: kind, ...rest } = request;
      if (!(await means.ask({ kind, ...rest } as Question))) throw new Refused("declined");
      return null;
    }
    case "open":
      return open(means);
    case "notify":
      return means.notify(request.kind, request.text);
    case "height":
      return means.setHeight(request.pixels);
  }
}
