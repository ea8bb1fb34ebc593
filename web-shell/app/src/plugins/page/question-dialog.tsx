import { Group } from "@mantine/core";
import { type Tool, useFormats } from "@sitewright/sdk";
import { useTexts } from "../../i18n/use-texts";
import { Dialog } from "../../ui/dialog";
import { notify } from "../../ui/notify";
import { saveFile } from "../../ui/save-file";
import { Small, Strong, TextButton } from "../../ui/texts";
import type { OpenQuestion } from "./use-questions";

const ICONS = { run: "spark", copy: "copy", download: "download" } as const;

/** Asks the user about a request of a page to use the clipboard, the disk or the words of the plan. */
export function QuestionDialog({ tool, question }: { tool: Tool; question: OpenQuestion }) {
  const { t } = useTexts("page");
  const formats = useFormats();
  const { kind, settle } = question;
  const agree = async () => {
    if (question.kind === "download")
      saveFile(new Blob([question.text], { type: "text/plain;charset=utf-8" }), question.name);
    if (question.kind === "copy") {
      try {
        await navigator.clipboard.writeText(question.text);
        notify.success(t("page.ask.copied"));
      } catch {
        notify.error(t("page.ask.notCopied"));
        return settle(false);
      }
    }
    settle(true);
  };
  return (
    <Dialog title={t(`page.ask.${kind}.title`)} onClose={() => settle(false)}>
      <Small>
        {kind === "run"
          ? t("page.ask.run.text", { count: tool.words, words: formats.number(tool.words) })
          : t(`page.ask.${kind}.text`, { publisher: tool.publisher })}
      </Small>
      {question.kind === "download" && <Strong mt="xs">{question.name}</Strong>}
      {question.kind !== "run" && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        <section className="tool-page-text" tabIndex={0} aria-label={t("page.ask.content")}>
          {question.text}
        </section>
      )}
      <Group justify="flex-end" mt="lg">
        <TextButton label={t("page.ask.no")} onClick={() => settle(false)} />
        <TextButton
          label={t(`page.ask.${kind}.go`)}
          isMain
          data-autofocus
          icon={ICONS[kind]}
          onClick={agree}
        />
      </Group>
    </Dialog>
  );
}
