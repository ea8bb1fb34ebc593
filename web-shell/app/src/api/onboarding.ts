import type { User } from "@sitewright/sdk/shell";
import { useCallback, useState } from "react";
import type { Answer } from "./client";

/** What was found on a website. */
export type Proposal = Answer<"/api/brand-kit/proposal", "post">;
export type KitContent = Proposal["brandKit"];
export type Business = NonNullable<User["business"]>;

/** The project of a website: its address, and the readers of its texts. */
export type Website = { domain: string; location_code: string | null; language_code: string | null };

/** The run of the first text. The same key never starts a second one. */
export type FirstOrder = { tool: string; input: Record<string, unknown>; key: string };

/** What the user has entered; kept for the browser session, so that a reload and the back button lose nothing. */
export type Draft = {
  address: string;
  hasSite: boolean;
  /** What a user without a website has typed and not yet confirmed. */
  company: { name: string; description: string } | null;
  proposal: Proposal | null;
  kit: KitContent | null;
  website: Website | null;
  order: FirstOrder | null;
};

const KEY = "sitewright.onboarding";
const BLANK: Draft = {
  address: "",
  hasSite: true,
  company: null,
  proposal: null,
  kit: null,
  website: null,
  order: null,
};

function remembered(): Draft {
  try {
    return { ...BLANK, ...JSON.parse(sessionStorage.getItem(KEY) ?? "{}") };
  } catch {
    // Invalid data, such as of another program; begin again.
    return BLANK;
  }
}

/** The draft of the onboarding. */
export function useDraft() {
  const [draft, setDraft] = useState(remembered);
  // Stored at once and not in an effect, which would not run after the page is left.
  const change = useCallback((changes: Partial<Draft>) => {
    setDraft((before) => {
      const after = { ...before, ...changes };
      sessionStorage.setItem(KEY, JSON.stringify(after));
      return after;
    });
  }, []);
  const forget = useCallback(() => sessionStorage.removeItem(KEY), []);
  return { draft, change, forget };
}

/** The properties of a step. */
export type StepProps = {
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
  onDone: () => void;
};
