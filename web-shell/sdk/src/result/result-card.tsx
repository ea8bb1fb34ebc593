import { ActionIcon, Button, copyClip, Group, Icon, Menu, VisuallyHidden } from "@sitewright/ui";
import type { ReactNode } from "react";
import { useShown } from "../shell-context";
import { useSdkTexts } from "../texts";
import { beforeReplacing } from "../unsaved";
import { EXPORTS, exportHref } from "../use-document";
import { useBench } from "./bench-context";
import { orderedAs, useClips } from "./clips";
import { CopyAction } from "./copy-action";
import type { ResultField } from "./fields";
import { Inspector } from "./inspector";
import "./bench.css";

type Props = {
  title: string;
  fields: ResultField[];
  /** The menu that rewrites the whole variant. */
  actions?: ReactNode;
  /** The parts of the variant with their measures, beside its surroundings. */
  parts?: ReactNode;
  /** Opens the editor of the first part. */
  onEdit?: (() => void) | undefined;
  /** The variant in its surroundings. */
  children: ReactNode;
};

/** A variant: its surroundings, its parts and facts beside them, and one bar of actions, unless the page has them. */
export function ResultCard({ title, fields, actions, parts, onEdit, children }: Props) {
  const bench = useBench();
  if (useShown())
    return (
      <article aria-label={title}>
        {children}
        {parts}
      </article>
    );
  return (
    <article
      className="sw-bench-variant"
      aria-label={title}
      tabIndex={-1}
      aria-keyshortcuts="C E R"
      data-result
    >
      <VisuallyHidden component="h3">{title}</VisuallyHidden>
      {/* First in the order of the keyboard, last on the screen. */}
      {!bench?.result.isLive && <Bar title={title} fields={fields} onEdit={onEdit} />}
      <div className="sw-bench-body">
        {children && <div className="sw-bench-canvas">{children}</div>}
        <div className="sw-bench-aside">
          {parts}
          {bench && !bench.result.isLive && <Inspector {...bench} fields={fields} actions={actions} />}
        </div>
      </div>
    </article>
  );
}

type BarProps = Pick<Props, "title" | "fields" | "onEdit">;

/** The actions of a variant. On a phone they stay at the bottom of the screen. */
function Bar({ title, fields, onEdit }: BarProps) {
  const t = useSdkTexts();
  const bench = useBench();
  const clip = useClips();
  const { run } = bench ?? {};
  const again = run?.run && (() => beforeReplacing(() => run.start(run.run?.input ?? {})));
  return (
    <Group className="sw-bench-bar" gap="xs" wrap="nowrap">
      <CopyAction
        text={clip(...fields)}
        label={t("sdk.result.copyAll", { name: title })}
        words={t("sdk.result.copyShort")}
        primary
      />
      {onEdit && (
        <Button variant="default" leftSection={<Icon name="edit" size={16} />} onClick={onEdit} data-edit>
          {t("sdk.bench.edit")}
        </Button>
      )}
      {again && (
        <Button
          variant="default"
          className="sw-bench-again"
          leftSection={<Icon name="again" size={16} />}
          aria-label={t("sdk.result.again")}
          onClick={again}
          data-again
        >
          <span className="sw-bench-label">{t("sdk.result.again")}</span>
        </Button>
      )}
      {bench && <More {...bench} />}
    </Group>
  );
}

/** What is done less often with a result: copy all of it, download it. */
function More({ run, result }: NonNullable<ReturnType<typeof useBench>>) {
  const t = useSdkTexts();
  const { documentId, text, variants } = result;
  const copyAll = () => copyClip({ parts: [{ text, isMarkdown: true }], as: orderedAs(run.run?.input) });
  if (!documentId && variants.length < 2) return null;
  return (
    <Menu position="top-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t("sdk.bench.more")} className="sw-bench-more">
          <Icon name="more" size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {variants.length > 1 && (
          <Menu.Item leftSection={<Icon name="copy" size={16} />} onClick={copyAll}>
            {t("sdk.result.copyEverything")}
          </Menu.Item>
        )}
        {documentId &&
          EXPORTS.map(({ format, title }) => (
            <Menu.Item
              key={format}
              component="a"
              href={exportHref(documentId, format)}
              download
              leftSection={<Icon name="download" size={16} />}
            >
              {title}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
