import { createInstance } from "@module-federation/runtime";
import { SDK_MAJOR, type Tool } from "@sitewright/sdk/shell";
import type { ComponentType } from "react";
import * as React from "react";
import * as jsxRuntime from "react/jsx-runtime";

type ModuleExports = { default: ComponentType };

/** Thrown before loading: the module was built for another version of the SDK. */
export class IncompatibleModule extends Error {
  constructor(readonly wanted: string) {
    super(`The module was built for SDK ${wanted}; this shell has SDK ${SDK_MAJOR}.`);
    this.name = "IncompatibleModule";
  }
}

const shared = (version: string, get: () => Promise<unknown>) => ({
  version,
  scope: ["default"],
  get: async () => {
    const library = await get();
    return () => library;
  },
  shareConfig: { singleton: true, requiredVersion: false as const },
});

const federation = createInstance({
  name: "shell",
  remotes: [],
  shared: {
    react: shared(React.version, async () => React),
    "react/jsx-runtime": shared(React.version, async () => jsxRuntime),
    "@sitewright/ui": shared(`${SDK_MAJOR}.0.0`, () => import("@sitewright/ui")),
    "@sitewright/sdk": shared(`${SDK_MAJOR}.0.0`, () => import("@sitewright/sdk")),
  },
});

/** Loads the UI module that a tool names in the catalogue. `again` drops a failed attempt first. */
export async function loadToolModule({ ui }: Tool, again: boolean): Promise<ComponentType> {
  const major = ui.sdk.replace(/^[^\d]*/, "").split(".")[0];
  if (major !== SDK_MAJOR) throw new IncompatibleModule(ui.sdk);
  const name = ui.module.replaceAll("-", "_");
  const entry = new URL(ui.entry, location.origin);
  // Browsers remember a failed import by its address.
  if (again) entry.searchParams.set("again", String(Date.now()));
  federation.registerRemotes([{ name, entry: entry.href, type: "module" }], { force: again });
  const exports = await federation.loadRemote<ModuleExports>(`${name}/Tool`);
  if (!exports?.default) throw new Error(`The module ${ui.module} exposes no ./Tool`);
  return exports.default;
}
