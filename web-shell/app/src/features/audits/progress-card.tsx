import { Card, Group, Progress, Stack } from "@mantine/core";
import { useState } from "react";
import { ConfirmDialog, useAction } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Dim, Strong, TextButton } from "../../ui/texts";
import { AUDITS, type Audit, isOpen, turn } from "./audits";

/** The share of the known addresses that were fetched; of the limit, if more are known than it allows. */
function shareOf({ found, fetched, settings }: Pick<Audit, "found" | "fetched" | "settings">): number {
  const all = Math.min(found, settings.pages ?? found);
  return all > 0 ? Math.min(1, fetched / all) : 0;
}

/** What a running audit does, and how far it is. */
export function ProgressCard({ audit }: { audit: Audit }) {
  const { t, number } = useTexts("audits");
  if (!isOpen(audit)) return null;
  const { state, found, fetched } = audit;
  return (
    <Card withBorder component="section" aria-label={t("audits.live.title")}>
      <Stack gap="sm">
        <div>
          <Strong role="status">{t(`audits.live.${state}`)}</Strong>
          <Dim>
            {t("audits.live.count", { count: fetched, fetched: number(fetched), found: number(found) })}
          </Dim>
        </div>
        <Progress
          value={state === "checking" ? 100 : shareOf(audit) * 100}
          aria-label={t("audits.live.title")}
          animated={state === "crawling" || state === "checking"}
        />
        <Turns audit={audit} />
      </Stack>
    </Card>
  );
}

function Turns({ audit: { id, state } }: { audit: Audit }) {
  const { t } = useTexts("audits");
  const action = useAction();
  const [isAsking, setAsking] = useState(false);
  return (
    <Group gap="xs">
      {(state === "waiting" || state === "crawling") && (
        <TextButton
          label={t("audits.live.pause")}
          icon="pause"
          {...action.press(() => turn(id, "pause"), undefined, AUDITS)}
        />
      )}
      {state === "paused" && (
        <TextButton
          label={t("audits.live.resume")}
          isMain
          icon="play"
          {...action.press(() => turn(id, "resume"), undefined, AUDITS)}
        />
      )}
      <TextButton label={t("audits.live.cancel")} icon="stop" onClick={() => setAsking(true)} />
      {isAsking && (
        <ConfirmDialog
          title={t("audits.live.cancelTitle")}
          text={t("audits.live.cancelText")}
          go={t("audits.live.cancel")}
          cancel={t("audits.live.keep")}
          changed={AUDITS}
          act={() => turn(id, "cancel")}
          onClose={() => setAsking(false)}
        />
      )}
      {action.dialog}
    </Group>
  );
}
