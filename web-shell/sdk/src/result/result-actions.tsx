import { Button, Group, Icon, Menu } from "@sitewright/ui";
import { plainText } from "@sitewright/ui/plain-text";
import { useShell } from "../shell-context";
import { ShellLink } from "../shell-link";
import { useSdkTexts } from "../texts";
import { EXPORTS, exportHref, useDocument } from "../use-document";
import { CopyAction } from "./copy-action";

/** `text` is Markdown. */
type Props = { documentId: string | null; text: string; onAgain?: () => void };

/** The actions of a whole result: copy, run again, download, those of the shell, open in the archive. */
export function ResultActions({ documentId, text, onAgain }: Props) {
  const t = useSdkTexts();
  const { documentHref, resultActions } = useShell();
  const { document } = useDocument(documentId);
  return (
    <Group gap="xs">
      <CopyAction
        text={plainText(text)}
        label={t("sdk.result.copyEverything")}
        words={t("sdk.result.copyEverything")}
        primary
      />
      {onAgain && (
        <Button size="xs" variant="default" leftSection={<Icon name="again" size={15} />} onClick={onAgain}>
          {t("sdk.result.again")}
        </Button>
      )}
      {documentId && <Downloads documentId={documentId} />}
      {document && resultActions?.(document)}
      {documentId && <ShellLink to={documentHref(documentId)}>{t("sdk.result.open")}</ShellLink>}
    </Group>
  );
}

function Downloads({ documentId }: { documentId: string }) {
  const t = useSdkTexts();
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<Icon name="download" size={15} />}>
          {t("sdk.result.download")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {EXPORTS.map(({ format, title }) => (
          <Menu.Item key={format} component="a" href={exportHref(documentId, format)} download>
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
