import { Button, Group, Icon } from "@sitewright/ui";
import { useShell } from "../shell-context";
import { ShellLink } from "../shell-link";
import { useSdkTexts } from "../texts";
import { EXPORTS, exportHref } from "../use-document";
import { CopyAction } from "./copy-action";

type Props = { documentId: string | null; text: string; onAgain?: () => void };

/** What can be done with a whole result: copy, export, find it in the archive, write it anew. */
export function ResultActions({ documentId, text, onAgain }: Props) {
  const t = useSdkTexts();
  const { documentHref } = useShell();
  return (
    <Group gap="xs">
      {documentId &&
        EXPORTS.map(({ format, title }) => (
          <Button
            key={format}
            component="a"
            href={exportHref(documentId, format)}
            download
            size="xs"
            variant="default"
            leftSection={<Icon name="download" size={15} />}
          >
            {title}
          </Button>
        ))}
      {onAgain && (
        <Button size="xs" variant="default" leftSection={<Icon name="again" size={15} />} onClick={onAgain}>
          {t("sdk.result.again")}
        </Button>
      )}
      <CopyAction text={text} label={t("sdk.result.copyEverything")} />
      {documentId && <ShellLink to={documentHref(documentId)}>{t("sdk.result.open")}</ShellLink>}
    </Group>
  );
}
