import { Group, Stack } from "@mantine/core";
import { useState } from "react";
import { useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Dialog } from "../../ui/dialog";
import { FormAlert } from "../../ui/form";
import { Small, Strong, TextButton } from "../../ui/texts";
import { EffectsList } from "./effects";
import { type Matrix, type MatrixEffects, preview, save, unlessStale } from "./matrix";
import { changeOf, type Pending, type Switched } from "./use-pending";

type Props = { matrix: Matrix; pending: Pending };

/** The switches that are not saved yet, with the way to their effects. */
export function PendingBar({ matrix, pending }: Props) {
  const { t } = useTexts("matrix");
  const [effects, setEffects] = useState<MatrixEffects | null>(null);
  const form = useActionForm({});
  const count = pending.all.length;
  if (count === 0) return null;
  const close = () => setEffects(null);
  const look = async () => setEffects(await preview(changeOf(pending.all, matrix.plans)));
  return (
    <section className="matrix-bar" aria-label={t("matrix.pending.title")}>
      <FormAlert>{Object.values(form.errors)[0] ?? form.message}</FormAlert>
      <Group justify="space-between" gap="sm">
        <Strong role="status">{t("matrix.pending.count", { count })}</Strong>
        <Group gap="xs">
          <TextButton label={t("matrix.pending.discard")} onClick={pending.clear} />
          <TextButton
            label={t("matrix.pending.look", { count })}
            isMain
            loading={form.busy && !effects}
            onClick={() => form.act(() => unlessStale(look, close), undefined, null)}
          />
        </Group>
      </Group>
      {effects && <Review matrix={matrix} pending={pending} effects={effects} onClose={close} />}
    </section>
  );
}

type ReviewProps = Props & { effects: MatrixEffects; onClose: () => void };

/** What changes, whom it affects, and the button that applies all of it or nothing. */
function Review({ matrix, pending, effects, onClose }: ReviewProps) {
  const { t } = useTexts("matrix");
  const form = useActionForm({});
  const apply = () =>
    unlessStale(async () => {
      await save(changeOf(pending.all, matrix.plans));
      onClose();
      pending.clear();
    }, onClose);
  return (
    <Dialog title={t("matrix.pending.review", { count: pending.all.length })} isWide onClose={onClose}>
      <Stack gap="md">
        <FormAlert>{Object.values(form.errors)[0] ?? form.message}</FormAlert>
        <Changes matrix={matrix} all={pending.all} />
        <EffectsList effects={effects} />
        <Group justify="flex-end">
          <TextButton label={t("matrix.change.back")} onClick={onClose} />
          <TextButton
            label={t("matrix.pending.apply")}
            isMain
            data-autofocus
            loading={form.busy}
            disabled={effects.cells === 0}
            onClick={() => form.act(apply, t("matrix.change.saved"))}
          />
        </Group>
      </Stack>
      {form.dialog}
    </Dialog>
  );
}

/** The switches by plan: the tools that it gets, and those that it loses. */
function Changes({ matrix, all }: { matrix: Matrix; all: Switched[] }) {
  const { t } = useTexts("matrix");
  const plans = matrix.plans.filter(({ id }) => all.some(({ plan }) => plan === id));
  const names = (plan: number, open: boolean) =>
    all.filter((one) => one.plan === plan && one.open === open).map(({ name }) => name);
  return (
    <ul className="matrix-touched">
      {plans.map(({ id, name }) => (
        <li key={id}>
          <Strong>{name}</Strong>
          {([true, false] as const).map((open) => {
            const tools = names(id, open);
            if (tools.length === 0) return null;
            const key = open ? "matrix.pending.gets" : "matrix.pending.loses";
            return <Small key={key}>{t(key, { tools: tools.join(", ") })}</Small>;
          })}
        </li>
      ))}
    </ul>
  );
}
