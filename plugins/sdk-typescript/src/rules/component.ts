// The component's side of the contract: connects the host's functions with a rule pack.

import { now } from "sitewright:plugin/context@0.1.0";
import { pages, report, select } from "sitewright:plugin/crawl@0.1.0";
import type { Finding, Table } from "sitewright:plugin/facts@0.1.0";
import type { Pack as Description } from "sitewright:plugin/rules@0.1.0";
import type { Pack } from "./pack";
import type { Source } from "./site";

const source: Source = { select, pages, report, now };

/** The object that a component exports as `rules`. */
export function component(pack: Pack) {
  return {
    describe: (language: string): Description => pack.describe(language),
    checkPages: (batch: Table[], settings: string): Finding[] => pack.checkPages(batch, settings, source),
    checkSite: (settings: string): void => pack.checkSite(settings, source),
  };
}
