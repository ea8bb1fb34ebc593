import { Group, Skeleton } from "@mantine/core";
import { CopyAction } from "@sitewright/sdk/copy-action";
import { textToCopy } from "@sitewright/sdk/result-text";
import type { Document, Tool } from "@sitewright/sdk/shell";
import { Markdown } from "@sitewright/ui/markdown";
import { lazy, Suspense, useMemo, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { useTexts } from "../../i18n/use-texts";
import { Loading } from "../../ui/page";
import { TextButton } from "../../ui/texts";
import { DocumentFacts } from "./document-facts";
import { DocumentMenu, type Doing } from "./document-menu";
import type { DrawSaved } from "./document-page";
import { DocumentPost } from "./document-post";
import { useOrigin } from "./use-origin";

// The code that compares texts is loaded on demand.
const DocumentHistory = lazy(() => import("./document-history"));

type Props = {
  document: Document;
  module: DrawSaved;
  /** `isDrawn`: the text consists of parts that a module draws. */
  onEdit: (isDrawn: boolean) => void;
  /** The pointer or the focus is at the button that edits. */
  onNear: () => void;
};

const asMarkdown = (text: string) => ({ parts: [{ text, isMarkdown: true }] });

/** A text in its surroundings, one bar of actions, and the facts about it. */
export function Reading({ document, module, onEdit, onNear }: Props) {
  const { t } = useTexts("documents");
  const [params] = useSearchParams();
  const [history, setHistory] = useState<number | null>(params.has("history") ? 0 : null);
  const [doing, setDoing] = useState<Doing | null>(null);
  const [place, setPlace] = useState(0);
  const { tool, run, output, isDrawn, isKnown } = useOrigin(document);
  const copied = isKnown ? textToCopy(document, output, run, { place, isDrawn }) : asMarkdown(document.text);
  const shown = useMemo(() => run && { run, onPlace: setPlace }, [run]);
  const showHistory = () => setHistory((asked) => (asked ?? 0) + 1);
  const page = useRef<HTMLDivElement>(null);
  const closeHistory = () => {
    setHistory(null);
    page.current?.querySelector<HTMLElement>(".sw-bench-more")?.focus({ preventScroll: true });
  };
  return (
    <>
      {history !== null && (
        <Suspense fallback={<Skeleton h={80} radius="lg" />}>
          <DocumentHistory document={document} asked={history} onClose={closeHistory} />
        </Suspense>
      )}
      <DocumentPost id={document.id} />
      <div className="sw-bench" ref={page}>
        <div className="sw-bench-variant">
          {/* First in the order of the keyboard, last on the screen. */}
          <Group className="sw-bench-bar" gap="xs" wrap="nowrap">
            <CopyAction
              text={copied}
              label={t("documents.page.copy")}
              words={t("documents.page.copy")}
              primary
            />
            <TextButton
              label={t("documents.page.edit")}
              icon="edit"
              onClick={() => onEdit(isDrawn)}
              onPointerEnter={onNear}
              onFocus={onNear}
              data-edit
            />
            <DocumentMenu
              document={document}
              place={place}
              doing={doing}
              onDo={setDoing}
              onHistory={showHistory}
            />
          </Group>
          <div className="sw-bench-body">
            <div className="sw-bench-canvas document-canvas">
              {!isKnown && <Loading h={240} radius="lg" />}
              {isKnown && isDrawn && shown && module(tool as Tool, shown)}
              {isKnown && !isDrawn && (
                <article className="document-article sw-printed-text">
                  <Markdown text={document.text} />
                </article>
              )}
            </div>
            <DocumentFacts
              document={document}
              text={copied}
              tool={tool}
              onHistory={showHistory}
              onShare={() => setDoing("share")}
            />
          </div>
        </div>
      </div>
    </>
  );
}
