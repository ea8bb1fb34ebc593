import { Stack } from "@mantine/core";
import { useState } from "react";
import { expectValid, useAmount } from "../../admin/amount-field";
import { useApi } from "../../api/client";
import { useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { DataTable, figure } from "../../ui/data-table";
import { Dialog } from "../../ui/dialog";
import { FormDialog } from "../../ui/form";
import { Pager } from "../../ui/list";
import { Loading, Notice } from "../../ui/page";
import { revenueFormats, useRevenueFormats } from "../../ui/revenue-formats";
import { Dim, Small } from "../../ui/texts";
import { revenueActions, type Split } from "./revenue";
import { Money } from "./revenue-form";

const AT_ONCE = 20;

type Props = { month: string; onClose: () => void };

/** Closes a month: its net revenue, a preview of the split, and the final confirmation. */
export function CloseMonth({ month, onClose }: Props) {
  const { t } = useTexts("revenue");
  const { month: name } = useRevenueFormats();
  const usd = useAmount("sum", null);
  const pln = useAmount("sum", null);
  const [seen, setSeen] = useState<Split | null>(null);
  const form = useActionForm({});
  // Changed figures need another preview.
  const split = seen && seen.revenue.usd === usd.value && seen.revenue.pln === pln.value ? seen : null;
  const look = async () => {
    expectValid({ usd: usd.error, pln: pln.error });
    // If the validation above ever misses an invalid number, the server rejects it.
    const revenue = { usd: usd.value ?? Number.NaN, pln: pln.value ?? Number.NaN };
    setSeen(await revenueActions.preview(month, revenue));
  };
  const close = async () => {
    // The previewed figures are the ones that are closed.
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
      <Small>{t("revenue.close.text")}</Small>
      <Money name="usd" label={t("revenue.close.usd")} currency="USD" of={usd} error={form.errors.usd} />
      <Money name="pln" label={t("revenue.close.pln")} currency="PLN" of={pln} error={form.errors.pln} />
      {split && <SplitTable split={split} />}
      {split && (
        <Notice role="status" variant="light" color="yellow" icon="alert">
          {t("revenue.close.forGood")}
        </Notice>
      )}
    </FormDialog>
  );
}

export function ClosedMonth({ month, onClose }: Props) {
  const { t } = useTexts("revenue");
  const { month: name } = useRevenueFormats();
  const { data } = useApi("/api/admin/revenue/months/{month}", { path: { month } });
  return (
    <Dialog title={t("revenue.close.was", { month: name(month) })} isWide onClose={onClose}>
      {data ? <SplitTable split={data} /> : <Loading h={160} />}
    </Dialog>
  );
}

function SplitTable({ split }: { split: Split }) {
  const { t, language, number } = useTexts("revenue");
  const { share, sums } = revenueFormats(language);
  const [page, setPage] = useState(1);
  const column = figure<Split["tools"][number]>;
  return (
    <Stack gap="xs" aria-live="polite">
      <Small>{t("revenue.split.revenue", { sums: sums(split.revenue) })}</Small>
      <Small>{t("revenue.split.publishers", { sums: sums(split.publishers) })}</Small>
      <Small>{t("revenue.split.platform", { sums: sums(split.platform) })}</Small>
      {split.tools.length === 0 ? (
        <Dim>{t("revenue.split.none")}</Dim>
      ) : (
        <DataTable
          label={t("revenue.split.title")}
          width={620}
          rows={split.tools.slice((page - 1) * AT_ONCE, page * AT_ONCE)}
          keyOf={({ publisher, tool }) => `${publisher}/${tool}`}
          columns={[
            { title: t("revenue.tools.publisher"), cell: ({ publisher }) => publisher },
            { title: t("revenue.tools.tool"), cell: ({ name }) => name },
            // In a narrow window the most important columns are visible without scrolling.
            column(t("revenue.tools.amount"), ({ amount }) => sums(amount)),
            column(t("revenue.tools.runs"), ({ runs }) => number(runs)),
            column(t("revenue.tools.gross"), ({ gross }) => sums(gross)),
            column(t("revenue.tools.share"), ({ share_bps }) => share(share_bps)),
          ]}
        />
      )}
      <Pager page={page} total={split.tools.length} per={AT_ONCE} onPage={setPage} size="sm" />
    </Stack>
  );
}
