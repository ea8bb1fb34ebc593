import { type Answer, api, apiQuery, type Sent, unwrap } from "../../api/client";
import type { Language } from "../../paths";

export type Settings = Answer<"/api/admin/site">;
export type SettingsEdit = Sent<"/api/admin/site", "put">;
export type SiteLink = Settings["links"][number];
export type Visits = Answer<"/api/admin/visits">;
export type LegalText = Answer<"/api/admin/site/legal">["data"][number];
export type LegalVersion = LegalText["versions"][number];
export type LegalKind = LegalText["kind"];

/** A legal text in the address of its page. */
export const textId = ({ kind, language }: Pick<LegalText, "kind" | "language">) => `${kind}-${language}`;

/** What the public site shows of its operator. */
export const settingsQuery = apiQuery("/api/admin/site", {}, { staleTime: 0 });

/** The legal texts in both languages, with their versions. */
export const legalQuery = apiQuery("/api/admin/site/legal", {}, { staleTime: 0 });

type OneVersion = { kind: LegalKind; language: Language; version: number };

/** The query of a version's Markdown; 0 is our template with the company's data. */
export const legalTextQuery = (path: OneVersion) =>
  ["/api/admin/site/legal/{kind}/{language}/{version}", { path }, { staleTime: 0 }] as const;

type NewVersion = Sent<"/api/admin/site/legal/{kind}/{language}">;

const DAY_MS = 86_400_000;

/** Today or a later day in UTC, such as "2027-01-01". */
export const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

export const operatorActions = {
  save: (body: SettingsEdit) => unwrap(api.PUT("/api/admin/site", { body })),
  addVersion: (kind: LegalKind, language: Language, body: NewVersion) =>
    unwrap(
      api.POST("/api/admin/site/legal/{kind}/{language}", { params: { path: { kind, language } }, body }),
    ),
  deleteVersion: (path: OneVersion) =>
    unwrap(api.DELETE("/api/admin/site/legal/{kind}/{language}/{version}", { params: { path } })),
};
