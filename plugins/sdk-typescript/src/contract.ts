/// <reference path="./generated/contract/sitewright-plugin-context.d.ts" />
/// <reference path="./generated/contract/sitewright-plugin-http.d.ts" />
/// <reference path="./generated/contract/sitewright-plugin-model.d.ts" />
/// <reference path="./generated/contract/sitewright-plugin-progress.d.ts" />
/// <reference path="./generated/contract/sitewright-plugin-search.d.ts" />
/// <reference path="./generated/contract/sitewright-plugin-store.d.ts" />
/// <reference path="./generated/contract/sitewright-plugin-tool.d.ts" />
/// <reference path="./generated/contract/sitewright-plugin-types.d.ts" />
/// <reference path="./generated/contract/sitewright-plugin-web.d.ts" />

// The types of `wit/plugin.wit`, which `generate.mjs` makes; nothing of the contract is written by hand.

import type { Brand, Project } from "sitewright:plugin/context@0.1.0";
import type { Completion, Message, Request } from "sitewright:plugin/model@0.1.0";
import type { Descriptor, Outcome } from "sitewright:plugin/tool@0.1.0";
import type { Failure, FieldError } from "sitewright:plugin/types@0.1.0";

export type { Brand, Completion, Descriptor, Failure, FieldError, Message, Outcome, Project, Request };

export type Answer = { tag: "ok"; val: Completion } | { tag: "err"; val: Failure };

/** What a generator asks of the host. The component calls the imports, a test plays the host. */
export interface Host {
  interfaceLanguage(): string;
  project(): Project | undefined;
  brand(): Brand | undefined;
  /** Independent questions at once; answers in their order. */
  completeAll(requests: Request[]): Answer[];
  progress(done: number, total: number, label: string): void;
}

/** Ends a run for a reason that the contract knows. */
export class PluginFailure extends Error {
  /** Read by the bindings under this name. */
  readonly payload: Failure;

  constructor(failure: Failure) {
    super(typeof failure === "object" && "val" in failure ? JSON.stringify(failure.val) : failure.tag);
    this.payload = failure;
  }
}
