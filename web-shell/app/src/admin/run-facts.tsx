import { Code, Stack, Text } from "@mantine/core";
import { useApi } from "../api/client";
import { useTexts } from "../i18n/use-texts";
import { Dialog } from "../ui/dialog";
import { Loading } from "../ui/page";
import { Dim, Strong } from "../ui/texts";
import { Facts } from "./admin";

type Props = { digest: string; run: string; onClose: () => void };

/** The facts about one run of a version; the input and the result of the user are private. */
export function RunFacts({ digest, run, onClose }: Props) {
  const { t } = useTexts("plugins");
  return (
    <Dialog title={t("plugins.run.title")} onClose={onClose}>
      <Known digest={digest} run={run} />
    </Dialog>
  );
}

function Known({ digest, run: id }: Omit<Props, "onClose">) {
  const { t, dateTime, number } = useTexts("plugins");
  const { data: run } = useApi("/api/admin/packages/{id}/runs/{run}", { path: { id: digest, run: id } });
  if (!run) return <Loading h={240} />;
  const problem = run.problem as (typeof run.problem & { cause?: string; limit?: string }) | null;
  const took = (ms: number | null) => (ms === null ? null : t("plugins.run.ms", { ms: number(ms) }));
  const bytes = (size: number | null) =>
    size === null ? null : t("plugins.run.bytes", { size: number(size) });
  const facts: [string, string | null | undefined | false][] = [
    [t("plugins.run.status"), t(`plugins.run.statuses.${run.status}`)],
    [t("plugins.run.code"), problem?.code],
    [t("plugins.run.cause"), problem?.cause],
    [t("plugins.run.limit"), problem?.limit],
    [t("plugins.run.created"), dateTime(run.created_at)],
    [t("plugins.run.waited"), took(run.waited_ms)],
    [t("plugins.run.ran"), took(run.ran_ms)],
    [
      t("plugins.run.progress"),
      run.progress_total !== null && `${number(run.progress_done ?? 0)} / ${number(run.progress_total)}`,
    ],
    [t("plugins.run.attempt"), number(run.attempt)],
    [t(run.trial ? "plugins.run.wouldCost" : "plugins.run.words"), number(run.words)],
    [
      t("plugins.run.by"),
      t(run.trial ? "plugins.run.byTrial" : run.by_key ? "plugins.run.byKey" : "plugins.run.byPerson"),
    ],
    [t("plugins.run.language"), run.language],
    [t("plugins.run.input"), bytes(run.input_bytes)],
    [t("plugins.run.outcome"), bytes(run.outcome_bytes)],
    [t("plugins.run.id"), run.id],
  ];
  return (
    <Stack gap="md">
      {problem && <Text style={{ overflowWrap: "anywhere" }}>{problem.message}</Text>}
      <Facts facts={facts} />
      {run.input ? (
        <div>
          <Strong mb={4}>{t("plugins.run.own")}</Strong>
          <Code block>{JSON.stringify(run.input, null, 2)}</Code>
        </div>
      ) : (
        <Dim>{t("plugins.run.private")}</Dim>
      )}
    </Stack>
  );
}
