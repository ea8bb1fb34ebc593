import { Group, Stack, Switch, Text } from "@mantine/core";
import { useState } from "react";
import { useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Choice } from "../../ui/choice";
import { Dialog } from "../../ui/dialog";
import { Form } from "../../ui/form";
import { TextButton } from "../../ui/texts";
import { CeilingFields } from "./ceiling-fields";
import { EffectsList } from "./effects";
import {
  type Ceilings,
  type MatrixChange,
  type MatrixEffects,
  type MatrixFilter,
  type MatrixPlan,
  type MatrixTool,
  NO_CEILINGS,
  preview,
  save,
  unlessStale,
} from "./matrix";

/** The target of a change: these tools, or all that match a filter, in these plans. */
export type Aim = { plans: MatrixPlan[] } & (
  | { tools: MatrixTool[]; matching?: undefined }
  | { matching: MatrixFilter; count: number; tools?: undefined }
);

type Props = { aim: Aim; most: number; onClose: () => void };

/** Changes a cell of the matrix, a row or a column; it shows the effects before the change. */
export function MatrixDialog({ aim, most, onClose }: Props) {
  const { t } = useTexts("matrix");
  const tools = aim.tools
    ? aim.tools.map(({ name }) => name).join(", ")
    : t("matrix.change.tools", { count: aim.count });
  const plan = aim.plans.length === 1 ? aim.plans[0] : undefined;
  const title = plan
    ? t("matrix.change.title", { tools, plan: plan.name })
    : t("matrix.change.titleAll", { tools });
  return (
    <Dialog title={title} onClose={onClose}>
      <Change aim={aim} most={most} onClose={onClose} />
    </Dialog>
  );
}

type Open = "keep" | "on" | "off";

function Change({ aim, most, onClose }: Props) {
  const { t } = useTexts("matrix");
  const cell = cellOf(aim);
  const [open, setOpen] = useState<Open>(cell ? (cell.open ? "on" : "off") : "keep");
  const [ceilings, setCeilings] = useState<Ceilings | null>(cell ? cell.ceilings : null);
  const [effects, setEffects] = useState<MatrixEffects | null>(null);
  const form = useActionForm({});
  const change = changeOf(aim, open, ceilings);
  const look = () => unlessStale(async () => setEffects(await preview(change)), onClose);
  const keep = () =>
    unlessStale(async () => {
      await save(change);
      onClose();
    }, onClose);
  if (effects) {
    return (
      <Stack gap="md">
        <EffectsList effects={effects} />
        <Group justify="flex-end">
          <TextButton label={t("matrix.change.back")} onClick={() => setEffects(null)} />
          <TextButton
            label={t("matrix.change.save")}
            isMain
            data-autofocus
            loading={form.busy}
            disabled={effects.cells === 0}
            onClick={() => form.act(keep, t("matrix.change.saved"))}
          />
        </Group>
      </Stack>
    );
  }
  return (
    <Form {...form.submits(look, undefined, null)} go={t("matrix.change.look")} onCancel={onClose}>
      <OpenField isOne={!!cell} value={open} error={form.errors.open} onChange={setOpen} />
      {!cell && (
        <Switch
          label={t("matrix.change.setCeilings")}
          checked={ceilings !== null}
          onChange={(event) => setCeilings(event.currentTarget.checked ? NO_CEILINGS : null)}
        />
      )}
      {ceilings && open !== "off" && (
        <CeilingFields
          value={ceilings}
          hosts={hostsOf(aim)}
          most={most}
          errors={form.errors}
          onChange={setCeilings}
        />
      )}
      {form.errors.tools && (
        <Text c="red" role="alert">
          {form.errors.tools}
        </Text>
      )}
    </Form>
  );
}

type OpenProps = { isOne: boolean; value: Open; error: string | undefined; onChange: (open: Open) => void };

function OpenField({ isOne, value, error, onChange }: OpenProps) {
  const { t } = useTexts("matrix");
  if (isOne) {
    return (
      <Switch
        data-autofocus
        name="open"
        label={t("matrix.change.open")}
        checked={value === "on"}
        error={error}
        onChange={(event) => onChange(event.currentTarget.checked ? "on" : "off")}
      />
    );
  }
  return (
    <Choice
      data-autofocus
      name="open"
      label={t("matrix.change.openMany")}
      values={["keep", "on", "off"] as const}
      text={(one) => t(`matrix.change.opens.${one}`)}
      value={value}
      error={error}
      onChange={(next) => onChange((next as Open) ?? "keep")}
    />
  );
}

/** The changed cell, if it is only one. */
function cellOf({ plans, tools }: Aim) {
  const [plan, tool] = [plans[0], tools?.[0]];
  if (plans.length !== 1 || tools?.length !== 1) return undefined;
  return tool?.cells.find(({ product_id }) => product_id === plan?.id);
}

/** The hosts to choose from, if one tool is changed. */
const hostsOf = ({ tools }: Aim) => (tools?.length === 1 ? (tools[0]?.hosts ?? []) : []);

/** A filter without its empty values. */
const given = (matching: MatrixFilter) =>
  Object.fromEntries(Object.entries(matching).filter(([, value]) => value !== undefined));

function changeOf(aim: Aim, open: Open, ceilings: Ceilings | null): MatrixChange {
  return {
    plans: aim.plans.map(({ id, revision }) => ({ id, revision })),
    ...(aim.tools ? { tools: aim.tools.map(({ id }) => id) } : { matching: given(aim.matching) }),
    ...(open === "keep" ? {} : { open: open === "on" }),
    ...(ceilings ? { ceilings } : {}),
  };
}
