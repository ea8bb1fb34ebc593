import { Group } from "@sitewright/ui";
import { readable } from "@sitewright/ui/clip";
import type { ReactNode } from "react";
import { useFormats } from "../formats";
import type { Run, Schema } from "../shapes";
import { useShell, useTool } from "../shell-context";
import { ShellLink } from "../shell-link";
import { useSdkTexts } from "../texts";
import { useDocument } from "../use-document";
import { type Bench, hasWishes } from "./bench-context";
import { BenchPart } from "./bench-part";
import { clipOf } from "./clips";
import { DraftNotice } from "./draft-notice";
import { FactList } from "./fact-list";
import type { ResultField } from "./fields";
import { Rating } from "./rating";
import { usedFacts } from "./used-facts";

type Props = Bench & {
  fields: ResultField[];
  /** The menu that rewrites the variant. */
  actions?: ReactNode;
};

/** What stands behind a variant: the facts that it uses, its price, its versions, and what else can be done with it. */
export function Inspector({ run, result, place, fields, actions }: Props) {
  return (
    <>
      <Facts run={run} text={readable(clipOf(fields))} language={result.language} />
      <About run={run} result={result} />
      <Next result={result} place={place} actions={actions} />
    </>
  );
}

type FactsProps = { run: Bench["run"]; text: string; language: string | undefined };

/** The facts of the form, each with whether the text contains it. */
function Facts({ run, text, language }: FactsProps) {
  const t = useSdkTexts();
  const tool = useTool();
  const facts = usedFacts(tool.input as Schema, (run.run?.input ?? {}) as Record<string, unknown>, text);
  if (!facts.length) return null;
  return (
    <BenchPart title={t("sdk.bench.facts")}>
      <FactList facts={facts} language={language} />
    </BenchPart>
  );
}

const secondsOf = ({ started_at, finished_at }: Run) =>
  started_at && finished_at
    ? Math.max(1, Math.round((Date.parse(finished_at) - Date.parse(started_at)) / 1000))
    : null;

/** Price, time and version of the text. */
function About({ run: control, result }: Pick<Bench, "run" | "result">) {
  const t = useSdkTexts();
  const formats = useFormats();
  const { document } = useDocument(result.documentId);
  const { documentHref } = useShell();
  const { run } = control;
  if (!run) return null;
  const seconds = secondsOf(run);
  return (
    <BenchPart
      title={t("sdk.bench.about")}
      aside={result.documentId && <Rating documentId={result.documentId} />}
    >
      <ul className="sw-bench-list">
        <li>
          {result.drafted
            ? t("sdk.bench.draftFree")
            : t("sdk.result.words", { count: run.words, words: formats.number(run.words) })}
          {!result.drafted && seconds !== null && ` · ${t("sdk.bench.seconds", { count: seconds })}`}
        </li>
        <li>{formats.ago(run.finished_at ?? run.created_at)}</li>
        {document && result.documentId && (
          <li>
            <ShellLink to={`${documentHref(result.documentId)}?history`}>
              {t("sdk.bench.version", { number: document.version })}
            </ShellLink>
          </li>
        )}
      </ul>
      {result.drafted && !result.frame && <DraftNotice isQuiet wishes={hasWishes(control)} />}
    </BenchPart>
  );
}

/** Actions of the shell, such as to use the text in another tool. */
function Next({ result, place, actions }: Pick<Props, "result" | "place" | "actions">) {
  const t = useSdkTexts();
  const { documentHref, resultActions } = useShell();
  const { document } = useDocument(result.documentId);
  if (!result.documentId) return null;
  return (
    <BenchPart title={t("sdk.bench.next")}>
      <Group gap="xs">
        {actions}
        {document && resultActions?.(document, place)}
        <ShellLink to={documentHref(result.documentId)}>{t("sdk.result.open")}</ShellLink>
      </Group>
    </BenchPart>
  );
}
