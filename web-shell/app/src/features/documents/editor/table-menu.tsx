import type { ChainedCommands } from "@tiptap/core";
import type { Editor } from "@tiptap/react";
import { useTexts } from "../../../i18n/use-texts";
import { ToolMenu } from "./tool-menu";

/** A row above the head would be the head: rows are added below. */
const CHANGES: [name: string, run: (chain: ChainedCommands) => ChainedCommands][] = [
  ["addRow", (chain) => chain.addRowAfter()],
  ["addColumn", (chain) => chain.addColumnAfter()],
  ["deleteRow", (chain) => chain.deleteRow()],
  ["deleteColumn", (chain) => chain.deleteColumn()],
  ["deleteTable", (chain) => chain.deleteTable()],
];

/** Changes the table at the caret. */
export function TableMenu({ editor, tabIndex }: { editor: Editor; tabIndex: number }) {
  const { t } = useTexts("documents");
  const entries = CHANGES.map(([name, run]) => ({
    name,
    label: t(`documents.editor.change.${name}`),
    run: () => run(editor.chain().focus()).run(),
  }));
  return (
    <ToolMenu label={t("documents.editor.change.title")} face="table" tabIndex={tabIndex} entries={entries} />
  );
}
