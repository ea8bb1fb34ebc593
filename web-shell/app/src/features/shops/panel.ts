import { ApiProblem } from "@sitewright/sdk/shell";
import type { Answer } from "../../api/client";

export type Opening = Answer<"/api/shop-applications/{system}/opening">;

/**
 * Why the page has no shop to show: its address is not signed by the shop system · it was signed too long ago · the
 * application is not installed in the shop · the server cannot say it now.
 */
export type Trouble = "unsigned" | "old" | "missing" | "unknown";

/** The next step of a visitor of the panel's page. */
export type Step =
  | { do: "wait" }
  | { do: "explain"; trouble: Trouble }
  /** To sign in. `isNew`: the shop is not connected to an account yet. */
  | { do: "enter"; opening: Opening; isNew: boolean }
  | { do: "verify"; opening: Opening }
  | { do: "connect"; opening: Opening }
  /** The shop is connected to another account. */
  | { do: "leave"; opening: Opening }
  /** To the shop, or to the list of shops. */
  | { do: "go"; shop: string | null };

type Known = {
  /** What the server says about the address, or why it does not. */
  opening: Opening | undefined;
  problem: unknown;
  /** What it said about the same address before the visitor signed in. */
  kept: Opening | undefined;
  /** The signed-in user; null for a guest, undefined while that is not known. */
  user: { isVerified: boolean } | null | undefined;
};

export function stepOf({ opening, problem, kept, user }: Known): Step {
  if (user === undefined) return { do: "wait" };
  if (opening) return stepWith(opening, user);
  if (!problem) return { do: "wait" };
  const trouble = troubleOf(problem);
  // The address becomes old while a visitor registers. The ticket is valid longer, and connects a shop without account.
  if (trouble === "old" && kept && (!user || kept.owner === "none")) return stepWith(kept, user);
  return { do: "explain", trouble };
}

function stepWith(opening: Opening, user: { isVerified: boolean } | null): Step {
  const { owner, state, shop_id } = opening;
  if (owner === "you") return { do: "go", shop: shop_id ?? null };
  const isNew = owner === "none";
  if (isNew && state !== "installed") return { do: "explain", trouble: "missing" };
  if (!user) return { do: "enter", opening, isNew };
  if (!isNew) return { do: "leave", opening };
  return { do: user.isVerified ? "connect" : "verify", opening };
}

function troubleOf(problem: unknown): Trouble {
  if (!(problem instanceof ApiProblem)) return "unknown";
  if (problem.code === "shops.opening-old") return "old";
  if (problem.status === 403) return "unsigned";
  return problem.status === 404 ? "missing" : "unknown";
}
