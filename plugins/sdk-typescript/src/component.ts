// The component's side of the contract: the host's functions in front of a generator.

import { brandKit, currentProject, interfaceLanguage } from "sitewright:plugin/context@0.1.0";
import { completeAll } from "sitewright:plugin/model@0.1.0";
import { report } from "sitewright:plugin/progress@0.1.0";
import type { Answer, Descriptor, Host, Outcome } from "./contract";
import type { Generator } from "./generator";

const host: Host = {
  interfaceLanguage,
  project: () => currentProject(),
  brand: () => brandKit(),
  // The generated types take the list's entries for something else.
  completeAll: (requests) => completeAll(requests) as unknown as Answer[],
  progress: report,
};

/** What a component exports under the name `tool`. */
export function component(generator: Generator) {
  return {
    describe: (language: string): Descriptor => generator.describe(language),
    run: (input: string): Outcome => generator.run(host, input),
  };
}
