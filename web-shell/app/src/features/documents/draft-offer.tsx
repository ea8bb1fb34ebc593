import { Alert, Group } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useTexts } from "../../i18n/use-texts";
import { TextButton } from "../../ui/texts";

type Props = { at: string; onRestore: () => void; onDiscard: () => void };

/** Offers the changes that were not saved when the document was last edited in this browser. */
export function DraftOffer({ at, onRestore, onDiscard }: Props) {
  const { t, language, dateTime } = useTexts("documents");
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  const time = new Intl.DateTimeFormat(language, { timeStyle: "short" });
  const when = isToday ? time.format(date) : dateTime(at);
  return (
    <Alert
      role="alert"
      color="gray"
      icon={<Icon name="clock" />}
      title={t(isToday ? "documents.editor.draftToday" : "documents.editor.draftEarlier", { when })}
      mb="md"
    >
      <Group gap="xs">
        <TextButton label={t("documents.editor.draftRestore")} onClick={onRestore} />
        <TextButton label={t("documents.editor.draftDiscard")} onClick={onDiscard} />
      </Group>
    </Alert>
  );
}
