import { Box, Group, Select, Text } from "@mantine/core";
import { at } from "@sitewright/sdk/shell";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PER_PAGE } from "../../api/use-list";
import { useAction } from "../../confirm/use-action";
import { useHref } from "../../i18n/use-page-language";
import { FormAlert } from "../../ui/form-alert";
import { Pager } from "../../ui/pager";
import { CURRENCIES, type Currency, useRevenueFormats } from "../../ui/revenue-formats";
import { Section } from "../../ui/section";
import { Line, TextButton, TextLink } from "../../ui/texts";
import { type Payable, revenueActions } from "./revenue";

/** Keeps a file under this name. */
function save(file: Blob, name: string) {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Whom to pay. The details of payment show on request, and the audit log records the request. */
export function Payables() {
  const { t } = useTranslation("revenue");
  const [currency, setCurrency] = useState<Currency>("PLN");
  const [shown, setShown] = useState<Payable | null>(null);
  const { message, busy, dialog, act } = useAction();
  const show = (page = 1) =>
    act(
      async () => setShown(await revenueActions.payable(currency, page)),
      undefined,
      at("/api/admin/audit-log"),
    );
  const download = () =>
    act(
      async () => save(await revenueActions.table(currency), `payouts-${currency}.csv`),
      undefined,
      at("/api/admin/audit-log"),
    );
  return (
    <Section title={t("revenue.payable.title")} lead={t("revenue.payable.lead")}>
      <Group align="flex-end" gap="sm">
        <Select
          label={t("revenue.form.currency")}
          allowDeselect={false}
          w={120}
          data={CURRENCIES}
          value={currency}
          onChange={(next) => {
            setCurrency((next as Currency) ?? currency);
            setShown(null);
          }}
        />
        <TextButton label={t("revenue.payable.show")} loading={busy} onClick={() => show()} />
        <TextButton label={t("revenue.payable.table")} icon="download" onClick={download} />
      </Group>
      <FormAlert>{message}</FormAlert>
      <div aria-live="polite">
        {shown?.total === 0 && <Text c="dimmed">{t("revenue.payable.none")}</Text>}
        {shown && shown.data.length > 0 && (
          <ul className="admin-versions">
            {shown.data.map((one) => (
              <Row key={one.publisher} of={one} />
            ))}
          </ul>
        )}
      </div>
      {shown && <Pager page={shown.page} total={shown.total} per={PER_PAGE} onPage={show} />}
      {dialog}
    </Section>
  );
}

function Row({ of }: { of: Payable["data"][number] }) {
  const { t } = useTranslation("revenue");
  const href = useHref();
  const { sum } = useRevenueFormats();
  return (
    <li>
      <Box miw={0} style={{ overflowWrap: "anywhere" }}>
        <TextLink to={href("adminRevenuePublisher", { publisher: of.publisher })} fw={600}>
          {of.name}
        </TextLink>
        <Text size="sm">{[of.legal_name, of.address].join(", ")}</Text>
        <Line of={[t("revenue.payable.taxId", { id: of.tax_id }), of.account]} />
      </Box>
      <Text fw={600}>{sum(of.balance, of.currency)}</Text>
    </li>
  );
}
