import { at, under } from "@sitewright/sdk/shell";
import { type Answer, api, unwrap, withId } from "../../api/client";

export type Report = Answer<"/api/projects/{id}/audit-reports">["data"][number];
export type Mailing = Answer<"/api/projects/{id}/audit-mailing">;
export type Recipient = Mailing["recipients"][number];
export type Brand = Answer<"/api/audit-brand">;
export type Cadence = NonNullable<Mailing["cadence"]>;

export const LINKS = at("/api/projects/{id}/audit-reports");
export const MAILING = at("/api/projects/{id}/audit-mailing");
export const BRAND = under("/api/audit-brand");

export const REPORT_LANGUAGES = ["en", "pl"] as const;
export type ReportLanguage = (typeof REPORT_LANGUAGES)[number];
/** Languages have their own names in every language. */
export const LANGUAGE_NAMES: Record<ReportLanguage, string> = { en: "English", pl: "Polski" };

export const CADENCES = ["none", "audit", "weekly", "monthly"] as const;

export const previewHref = (audit: string, language: ReportLanguage) =>
  `/api/audits/${audit}/report?language=${language}`;

/** Makes a link; `days` are those until it expires. */
export const share = (audit: string, language: ReportLanguage, days: number | undefined) =>
  unwrap(
    api.POST("/api/audits/{id}/reports", {
      ...withId(audit),
      body: { language, ...(days && { expires_in_days: days }) },
    }),
  );

export const withdraw = (id: string) => unwrap(api.DELETE("/api/audit-reports/{id}", withId(id)));

export const setCadence = (project: number, cadence: Cadence | null) =>
  unwrap(api.PUT("/api/projects/{id}/audit-mailing", { ...withId(project), body: { cadence } }));

export const addRecipient = (project: number, email: string, language: ReportLanguage) =>
  unwrap(api.POST("/api/projects/{id}/audit-recipients", { ...withId(project), body: { email, language } }));

export const removeRecipient = (id: string) => unwrap(api.DELETE("/api/audit-recipients/{id}", withId(id)));

export const saveName = (name: string) => unwrap(api.PUT("/api/audit-brand", { body: { name } }));

export const saveLogo = (file: File) =>
  unwrap(
    api.PUT("/api/audit-brand/logo", {
      // The body is the picture and not JSON.
      body: file as unknown as string,
      bodySerializer: (body) => body as unknown as string,
      headers: { "Content-Type": file.type || "application/octet-stream" },
    }),
  );

export const removeLogo = () => unwrap(api.DELETE("/api/audit-brand/logo"));
