/** The one shape of every error answer. */
export type ProblemBody = { message?: string; code?: string; errors?: Record<string, string[]> | null };

/** What the whole application does about an answer, before the caller sees it. */
export type Reaction =
  | { do: "nothing" }
  | { do: "log" }
  | { do: "tell"; text: string | null; fallback: string }
  | { do: "tell-unseen"; texts: string[] }
  | { do: "sign-in"; endsSession: boolean }
  | { do: "offer-plans"; text: string };

const NOTHING: Reaction = { do: "nothing" };
/** Asking who is signed in is answered by 401 in the normal course of things. */
const MAY_BE_UNKNOWN = ["GET /api/user", "POST /api/one-time-login/validate"];
/** Who is refused while signing in has no session to end. */
const SIGN_IN = "POST /login";
/** A trial has the limits of its plan, and no plan to choose. */
const IN_TRIAL = "POST /api/admin/trials/";

type Body = ProblemBody & { error?: unknown };

/** What is wrong with an input: the first message of each field. A form may show them, or some of them. */
function invalid(body: ProblemBody): Reaction {
  const texts = Object.values(body.errors ?? {}).flatMap(([first]) => first ?? []);
  if (texts.length) return { do: "tell-unseen", texts };
  return { do: "tell", text: body.message ?? null, fallback: "shell.problem.unknown" };
}

function flagged({ error, message }: Body): Reaction {
  if (!error) return NOTHING;
  const text = message ?? (typeof error === "string" ? error : null);
  return { do: "tell", text, fallback: "shell.problem.unknown" };
}

/** Reactions by status; 419 is handled before, by the retry. A call is its method and path. */
export function reactionTo(status: number, call: string, body: Body): Reaction {
  const text = body.message ?? null;
  switch (status) {
    case 200:
      return flagged(body);
    case 400:
      return { do: "tell", text, fallback: "shell.problem.unknown" };
    case 401:
      return MAY_BE_UNKNOWN.includes(call) ? NOTHING : { do: "sign-in", endsSession: call !== SIGN_IN };
    case 402:
      if (call.startsWith(IN_TRIAL)) return { do: "tell", text, fallback: "shell.limit.text" };
      return { do: "offer-plans", text: text ?? "" };
    case 409:
      return { do: "tell", text, fallback: "shell.problem.conflict" };
    case 419:
      return { do: "tell", text, fallback: "shell.problem.expired" };
    case 422:
      return invalid(body);
    case 429:
      return { do: "log" };
    default:
      return status >= 500 ? { do: "tell", text: null, fallback: "shell.problem.server" } : NOTHING;
  }
}
