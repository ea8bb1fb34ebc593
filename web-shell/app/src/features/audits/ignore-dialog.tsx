import { TextInput } from "@mantine/core";
import { api, unwrap } from "../../api/client";
import { ActionDialog, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { LongText } from "../../ui/long-text";
import { RadioChoice } from "../../ui/radio-choice";
import { AUDITS, pathOf } from "./audits";

const REASON_CHARS = 500;
const SCOPES = ["page", "rule"] as const;
type Scope = (typeof SCOPES)[number];

type Props = { project: number; rule: string; url: string | null; onClose: () => void };

/** Asks for which pages and why a finding does not count, and until when. */
export function IgnoreDialog({ project, rule, url, onClose }: Props) {
  const { t } = useTexts("audits");
  const form = useActionForm({ scope: (url ? "page" : "rule") as Scope, reason: "", until: "" });
  const { scope, reason, until } = form.values;
  const ignore = () =>
    unwrap(
      api.POST("/api/audit-ignores", {
        body: { project, rule, reason, ...(scope === "page" && url && { url }), ...(until && { until }) },
      }),
    );
  return (
    <ActionDialog
      title={t("audits.ignore.title")}
      go={t("audits.ignore.confirm")}
      onClose={onClose}
      {...form.does(ignore, t("audits.ignore.done"), AUDITS)}
    >
      {url && (
        <RadioChoice
          label={t("audits.ignore.scope")}
          values={SCOPES}
          text={(value) => t(`audits.ignore.scopes.${value}`, { page: pathOf(url) })}
          value={scope}
          onChange={(scope) => form.set({ scope })}
        />
      )}
      <LongText
        data-autofocus
        maxLength={REASON_CHARS}
        description={t("audits.ignore.reasonHint")}
        {...form.needs("reason", t("audits.ignore.reason"))}
      />
      <TextInput
        type="date"
        description={t("audits.ignore.untilHint")}
        {...form.field("until", t("audits.ignore.until"))}
      />
    </ActionDialog>
  );
}
