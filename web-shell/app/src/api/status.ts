/** The shape of every error response. */
export type ProblemBody = { message?: string; code?: string; errors?: Record<string, string[]> | null };

/** The reaction of the application to a response, before the caller gets it. */
export type Reaction =
  | { do: "nothing" }
  | { do: "log" }
  | { do: "report"; text: string | null; fallback: string }
  | { do: "report-unseen"; texts: string[] }
  | { do: "sign-in"; endsSession: boolean }
  | { do: "offer-plans"; text: string };

const NOTHING: Reaction = { do: "nothing" };
/** Requests for the signed-in user; a 401 is a normal response to them. */
const MAY_BE_UNKNOWN = ["GET /api/user", "POST /api/one-time-login/validate"];
/** A refused sign-in has no session to end. */
const SIGN_IN = "POST /login";
/** A trial has the limits of its plan, but no plan can be chosen in it. */
const IN_TRIAL = "POST /api/admin/trials/";

type Body = ProblemBody & { error?: unknown };

/** Validation errors: the first message of each field. A form may show some or all of them. */
function invalid(body: ProblemBody): Reaction {
  const texts = Object.values(body.errors ?? {}).flatMap(([first]) => first ?? []);
  if (texts.length) return { do: "report-unseen", texts };
  return { do: "report", text: body.message ?? null, fallback: "shell.problem.unknown" };
}

function flagged({ error, message }: Body): Reaction {
  if (!error) return NOTHING;
  const text = message ?? (typeof error === "string" ? error : null);
  return { do: "report", text, fallback: "shell.problem.unknown" };
}

/** Reactions by status; the retry handles 419 before. A call is its method and path. */
export function reactionTo(status: number, call: string, body: Body): Reaction {
  const text = body.message ?? null;
  switch (status) {
    case 200:
      return flagged(body);
    case 400:
      return { do: "report", text, fallback: "shell.problem.unknown" };
    case 401:
      return MAY_BE_UNKNOWN.includes(call) ? NOTHING : { do: "sign-in", endsSession: call !== SIGN_IN };
    case 402:
      if (call.startsWith(IN_TRIAL)) return { do: "report", text, fallback: "shell.limit.text" };
      return { do: "offer-plans", text: text ?? "" };
    case 409:
      return { do: "report", text, fallback: "shell.problem.conflict" };
    case 419:
      return { do: "report", text, fallback: "shell.problem.expired" };
    case 422:
      return invalid(body);
    case 429:
      return { do: "log" };
    default:
      return status >= 500 ? { do: "report", text: null, fallback: "shell.problem.server" } : NOTHING;
  }
}
