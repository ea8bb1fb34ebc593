// The component's side of the contract: connects the host's functions with a generator.

import { brandKit, currentProject, interfaceLanguage } from "sitewright:plugin/context@0.1.0";
import { completeAll } from "sitewright:plugin/model@0.1.0";
import { report } from "sitewright:plugin/progress@0.1.0";
import type { Answer, Descriptor, Host, Outcome } from "./contract";
import type { Generator } from "./generator";

const host: Host = {
  interfaceLanguage,
  project: () => currentProject(),
  brand: () => brandKit(),
  // The generated type of the list's entries is wrong.
  completeAll: (requests) => completeAll(requests) as unknown as Answer[],
  progress: report,
};

/** The object that a component exports as `tool`. */
export function component(generator: Generator) {
  return {
    describe: (language: string): Descriptor => generator.describe(language),
    run: (input: string): Outcome => generator.run(host, input),
  };
}
