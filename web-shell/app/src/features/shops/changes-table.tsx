import { FileButton, Group } from "@mantine/core";
import { type Answer, api, unwrap, withId } from "../../api/client";
import { useAction } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { notify } from "../../ui/notify";
import { Section } from "../../ui/page";
import { TextButton } from "../../ui/texts";
import { SHOPS, type Shop } from "./shops";

type Counted = Answer<"/api/shops/{id}/changes.csv", "post">;

/** Proposals as a table for a spreadsheet, and back. */
export function ChangesTable({ shop }: { shop: Shop }) {
  const { t, number } = useTexts("shops");
  const { act, busy, dialog } = useAction();
  const upload = async (file: File) => {
    const headers = { "Content-Type": "text/csv" };
    const sent = { ...withId(shop.id), body: [], headers, bodySerializer: () => file };
    const { changed, skipped } = (await unwrap(api.POST("/api/shops/{id}/changes.csv", sent))) as Counted;
    const done = t("shops.table.changed", { count: changed, number: number(changed) });
    const rest = t("shops.table.skipped", { count: skipped, number: number(skipped) });
    notify.success(skipped > 0 ? t("shops.table.both", { done, rest }) : `${done}.`);
  };
  return (
    <Section title={t("shops.table.title")} lead={t("shops.table.lead")}>
      <Group gap="sm">
        <TextButton
          label={t("shops.table.download")}
          icon="download"
          file={`/api/shops/${shop.id}/changes.csv?state=proposed`}
        />
        <FileButton
          accept=".csv,text/csv"
          onChange={(file) => file && act(() => upload(file), undefined, SHOPS)}
        >
          {(props) => <TextButton label={t("shops.table.upload")} icon="upload" loading={busy} {...props} />}
        </FileButton>
      </Group>
      {dialog}
    </Section>
  );
}
