import { Alert, Stack, Table, Text } from "@mantine/core";
import { formatsFor } from "@sitewright/sdk/shell";
import { Icon } from "@sitewright/ui/icon";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { expectValid, useAmount } from "../../admin/amount-field";
import { useApi } from "../../api/query";
import { useActionForm } from "../../confirm/use-action";
import { usePageLanguage } from "../../i18n/use-page-language";
import { Dialog } from "../../ui/dialog";
import { FormDialog } from "../../ui/form-dialog";
import { Loading } from "../../ui/loading";
import { Pager } from "../../ui/pager";
import { revenueFormats, useRevenueFormats } from "../../ui/revenue-formats";
import { Dim } from "../../ui/texts";
import { revenueActions, type Split } from "./revenue";
import { Money } from "./revenue-form";

/** Tools on a page of a split. */
const AT_ONCE = 20;

type Props = { month: string; onClose: () => void };

/** Closing a month: its net revenue, a look at what it would mean, and once and for all. */
export function CloseMonth({ month, onClose }: Props) {
  const { t } = useTranslation("revenue");
  const { month: name } = useRevenueFormats();
  const usd = useAmount("sum", null);
  const pln = useAmount("sum", null);
  const [seen, setSeen] = useState<Split | null>(null);
  const form = useActionForm({});
  // Other figures need another look.
  const split = seen && seen.revenue.usd === usd.value && seen.revenue.pln === pln.value ? seen : null;
  const look = async () => {
    expectValid({ usd: usd.error, pln: pln.error });
    // The server refuses what is no number, should the line above ever let it pass.
    const revenue = { usd: usd.value ?? Number.NaN, pln: pln.value ?? Number.NaN };
    setSeen(await revenueActions.preview(month, revenue));
  };
  const close = async () => {
    // What was seen is what is closed.
    if (split) {
      const { usd, pln } = split.revenue;
      await revenueActions.close(month, { usd, pln, digest: split.digest });
    }
    onClose();
  };
  return (
    <FormDialog
      title={t("revenue.close.title", { month: name(month) })}
      isWide
      onClose={onClose}
      of={form}
      onSubmit={() => {
        if (split) form.act(close, t("revenue.close.done"));
        else form.act(look);
      }}
      go={t(split ? "revenue.close.go" : "revenue.close.look")}
    >
      <Text size="sm">{t("revenue.close.text")}</Text>
      <Money name="usd" label={t("revenue.close.usd")} currency="USD" of={usd} error={form.errors.usd} />
      <Money name="pln" label={t("revenue.close.pln")} currency="PLN" of={pln} error={form.errors.pln} />
      {split && <SplitTable split={split} />}
      {split && (
        <Alert
          role="status"
          variant="light"
          color="yellow"
          c="var(--mantine-color-text)"
          icon={<Icon name="alert" />}
        >
          {t("revenue.close.forGood")}
        </Alert>
      )}
    </FormDialog>
  );
}

/** How a month was split. */
export function ClosedMonth({ month, onClose }: Props) {
  const { t } = useTranslation("revenue");
  const { month: name } = useRevenueFormats();
  const { data } = useApi("/api/admin/revenue/months/{month}", { path: { month } });
  return (
    <Dialog title={t("revenue.close.was", { month: name(month) })} isWide onClose={onClose}>
      {data ? <SplitTable split={data} /> : <Loading h={160} />}
    </Dialog>
  );
}

function SplitTable({ split }: { split: Split }) {
  const { t } = useTranslation("revenue");
  const language = usePageLanguage();
  const { number } = formatsFor(language);
  const { share, sums } = revenueFormats(language);
  const [page, setPage] = useState(1);
  const title = t("revenue.split.title");
  return (
    <Stack gap="xs" aria-live="polite">
      <Text size="sm">{t("revenue.split.revenue", { sums: sums(split.revenue) })}</Text>
      <Text size="sm">{t("revenue.split.publishers", { sums: sums(split.publishers) })}</Text>
      <Text size="sm">{t("revenue.split.platform", { sums: sums(split.platform) })}</Text>
      {split.tools.length === 0 ? (
        <Dim>{t("revenue.split.none")}</Dim>
      ) : (
        <Table.ScrollContainer minWidth={620} type="native" tabIndex={0} aria-label={title} role="group">
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t("revenue.tools.publisher")}</Table.Th>
                <Table.Th scope="col">{t("revenue.tools.tool")}</Table.Th>
                {/* What matters most is seen without scrolling in a narrow window. */}
                {(["amount", "runs", "gross", "share"] as const).map((column) => (
                  <Table.Th key={column} scope="col" ta="right">
                    {t(`revenue.tools.${column}`)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {split.tools.slice((page - 1) * AT_ONCE, page * AT_ONCE).map((tool) => (
                <Table.Tr key={`${tool.publisher}/${tool.tool}`}>
                  <Table.Td>{tool.publisher}</Table.Td>
                  <Table.Td>{tool.name}</Table.Td>
                  <Table.Td ta="right">{sums(tool.amount)}</Table.Td>
                  <Table.Td ta="right">{number(tool.runs)}</Table.Td>
                  <Table.Td ta="right">{sums(tool.gross)}</Table.Td>
                  <Table.Td ta="right">{share(tool.share_bps)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Pager page={page} total={split.tools.length} per={AT_ONCE} onPage={setPage} size="sm" />
    </Stack>
  );
}
