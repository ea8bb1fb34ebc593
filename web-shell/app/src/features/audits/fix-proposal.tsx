import { Card, Group, Loader, Select, Stack, Text } from "@mantine/core";
import { CopyAction, type GeneratorData, ProblemAlert, type Schema, useRun } from "@sitewright/sdk";
import { useEffect, useRef, useState } from "react";
import { useLacksModel, useTool } from "../../api/catalogue";
import { useApi } from "../../api/client";
import { useAction } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Loading, Notice } from "../../ui/page";
import { Dim, Small, Strong, TextButton, TextLink } from "../../ui/texts";
import { ToolLock } from "../../ui/tool-lock";
import { type AddressFacts, type Audit, type Finding, makeTask, ofFinding, TASKS } from "./audits";
import { currentOf, inputOf, type Part, PROPOSALS, picturesOf, WRITERS } from "./fixes";
import { Lengths } from "./lengths";

type Props = { audit: Pick<Audit, "id" | "project_id">; finding: Finding; fix: Part };

/** Texts that a tool proposes for a finding, beside the text that is there. Nothing changes on the website. */
export function FixProposal({ audit, finding, fix }: Props) {
  const { t } = useTexts("audits");
  const page = finding.page ?? 0;
  const { data: address } = useApi(
    "/api/audits/{id}/pages/{number}",
    { path: { id: audit.id, number: page } },
    { throwOnError: false },
  );
  return (
    <Card withBorder padding="md" component="section" aria-label={t(`audits.write.title.${fix}`)}>
      <Stack gap="sm">
        <Strong>{t(`audits.write.title.${fix}`)}</Strong>
        {address ? (
          <Writer audit={audit} finding={finding} fix={fix} address={address} />
        ) : (
          <Loading h={120} />
        )}
      </Stack>
    </Card>
  );
}

type WriterProps = Props & { address: AddressFacts };

function Writer({ audit, finding, fix, address }: WriterProps) {
  const { t, number, href } = useTexts("audits");
  const { tool: id, field } = WRITERS[fix];
  const { data: tool } = useTool(id);
  const lacksModel = useLacksModel();
  const run = useRun(id, { resume: false });
  const pictures = picturesOf(finding);
  const [url, setUrl] = useState(pictures[0]?.url);
  const picture = pictures.find((one) => one.url === url);
  const results = useRef<HTMLDivElement>(null);
  const isDone = run.phase === "succeeded";
  useEffect(() => {
    if (isDone) results.current?.focus();
  }, [isDone]);

  if (tool === undefined) return <Loading h={120} />;
  if (tool === null) return <Dim>{t("audits.write.noTool")}</Dim>;
  const now = currentOf(fix, address, picture);
  const language = (tool.input as Schema).properties?.language;
  const languages = language?.oneOf?.map((choice) => choice.const) ?? language?.enum ?? [];
  const write = () => run.start(inputOf(fix, address, languages.map(String), picture));
  const data = run.run?.outcome?.data as GeneratorData | undefined;
  const texts = (data?.variants ?? []).map((variant) => variant[field]);
  const proposals = [...new Set(texts.filter((text) => typeof text === "string" && text.trim() !== ""))];
  return (
    <>
      {fix === "alt" && pictures.length > 1 && (
        <Select
          label={t("audits.write.image")}
          data={pictures.map(({ url }) => url)}
          value={url ?? null}
          allowDeselect={false}
          disabled={run.busy}
          onChange={(url) => {
            setUrl(url ?? undefined);
            run.clear();
          }}
        />
      )}
      <Written label={t("audits.write.now")} part={fix} text={now} />
      {tool.lock ? (
        <ToolLock tool={tool} />
      ) : lacksModel ? (
        <Notice title={t("audits.write.noModel")}>
          <Small>
            {t("audits.write.noModelText")}{" "}
            <TextLink to={href("settingsModel")} c="inherit" inherit>
              {t("audits.write.connect")}
            </TextLink>
          </Small>
        </Notice>
      ) : (
        <>
          {run.busy && (
            <Group gap="sm" role="status">
              <Loader size="xs" type="dots" />
              <Small>{t("audits.write.writing")}</Small>
            </Group>
          )}
          {run.problem && <ProblemAlert problem={run.problem} />}
          {isDone && (
            <div ref={results} tabIndex={-1} className="audit-proposals">
              {proposals.length === 0 && <Small role="status">{t("audits.write.none")}</Small>}
              {proposals.length > 0 && (
                <ol aria-label={t("audits.write.proposals")}>
                  {proposals.map((text) => (
                    <li key={String(text)}>
                      <Proposal audit={audit} finding={finding} fix={fix} text={String(text)} />
                    </li>
                  ))}
                </ol>
              )}
            </div>
          )}
          <Group gap="sm">
            <TextButton
              label={t(isDone ? "audits.write.again" : "audits.write.start", { count: PROPOSALS })}
              size="xs"
              icon="spark"
              isMain={!isDone}
              loading={run.busy}
              onClick={write}
            />
            <Dim>{t("audits.write.cost", { count: tool.words, words: number(tool.words) })}</Dim>
          </Group>
        </>
      )}
      <Dim>{t("audits.write.apart")}</Dim>
    </>
  );
}

/** A text with its length. */
function Written({ label, part, text }: { label?: string; part: Part; text: string }) {
  const { t } = useTexts("audits");
  return (
    <div className="audit-proposal">
      {label && <Dim>{label}</Dim>}
      <Text style={{ overflowWrap: "anywhere" }}>{text || <Dim span>{t("audits.page.empty")}</Dim>}</Text>
      {text && <Lengths part={part} text={text} />}
    </div>
  );
}

function Proposal({ audit, finding, fix, text }: Props & { text: string }) {
  const { t } = useTexts("audits");
  const action = useAction();
  return (
    <>
      <Written part={fix} text={text} />
      <Group gap="xs" mt={4}>
        <CopyAction text={text} label={t("audits.write.copyOf", { text })} words={t("audits.write.copy")} />
        <TextButton
          label={t("audits.write.task")}
          name={t("audits.finding.buttonOf", { label: t("audits.write.task"), place: text })}
          size="xs"
          icon="task"
          {...action.press(
            () =>
              makeTask(audit.id, {
                ...ofFinding(finding),
                proposal: `${t(`audits.write.set.${fix}`)}\n\n> ${text}`,
              }),
            t("audits.finding.taskMade"),
            TASKS,
          )}
        />
      </Group>
      {action.dialog}
    </>
  );
}
