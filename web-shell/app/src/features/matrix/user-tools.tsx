import { Group, Select, Switch, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import type { AdminUser } from "../../admin/users";
import { useList } from "../../api/use-list";
import { ActionDialog, useAction, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { dayStart } from "../../ui/day-start";
import { DialogButton } from "../../ui/dialog";
import { Rows } from "../../ui/list";
import { LongText } from "../../ui/long-text";
import { Panel } from "../../ui/page";
import { RadioChoice } from "../../ui/radio-choice";
import { StateBadge } from "../../ui/state-badge";
import { Dim, Small, TextButton } from "../../ui/texts";
import { CeilingFields } from "./ceiling-fields";
import { useExceptionWords } from "./exception-words";
import { exceptions, FEW, NO_CEILINGS, type UserTool, useMatrix } from "./matrix";
import "./matrix.css";

const REASON_CHARS = 500;

const TYPING_MS = 200;

type Props = { user: AdminUser; exception: UserTool | null; onClose: () => void };

type SelectProps = { value: string | null; onChange: (tool: string | null) => void };

/** The tools that the account has or does not have regardless of its plan. */
export function UserTools({ user }: { user: AdminUser }) {
  const { t } = useTexts("matrix");
  const list = useList("/api/admin/users/{id}/tools", { path: { id: user.id } }, { name: "tools", per: 10 });
  const mayChange = user.may_act || user.is_self;
  return (
    <Panel
      title={t("matrix.exception.title")}
      aside={
        mayChange && (
          <DialogButton label={t("matrix.exception.add")} size="xs">
            {(close) => <ExceptionForm user={user} exception={null} onClose={close} />}
          </DialogButton>
        )
      }
    >
      <Dim>{t("matrix.exception.lead")}</Dim>
      <Rows
        list={list}
        none={<Small>{t("matrix.exception.none")}</Small>}
        className="matrix-touched"
        size="sm"
      >
        {(exception) => <Row key={exception.tool} user={user} exception={exception} mayChange={mayChange} />}
      </Rows>
    </Panel>
  );
}

type RowProps = { user: AdminUser; exception: UserTool; mayChange: boolean };

function Row({ user, exception, mayChange }: RowProps) {
  const { t } = useTexts("matrix");
  const say = useExceptionWords();
  const { busy, dialog, act } = useAction();
  const { tool, name, reason, is_over } = exception;
  const remove = () => act(() => exceptions.remove(user.id, tool), t("matrix.exception.removed"));
  return (
    <li>
      <Group justify="space-between" gap="xs">
        <div style={{ minWidth: 0, flex: "1 1 14rem" }}>
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            {is_over && <StateBadge mark="plain">{t("matrix.exception.over")}</StateBadge>}
          </Group>
          <Small>{say(exception).join(" · ")}</Small>
          <Dim style={{ overflowWrap: "anywhere" }}>{reason}</Dim>
        </div>
        {mayChange && (
          <Group gap="xs">
            <DialogButton
              label={t("matrix.exception.edit")}
              size="xs"
              name={t("matrix.exception.editOne", { tool: name })}
            >
              {(close) => <ExceptionForm user={user} exception={exception} onClose={close} />}
            </DialogButton>
            <TextButton
              label={t("matrix.exception.remove")}
              size="xs"
              loading={busy}
              name={t("matrix.exception.removeOne", { tool: name })}
              onClick={remove}
            />
          </Group>
        )}
      </Group>
      {dialog}
    </li>
  );
}

/** The last day of an exception, in the format of a date input. */
function lastDay(end: string | null): string {
  if (!end) return "";
  const day = new Date(Date.parse(end) - 1);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

function ExceptionForm({ user, exception, onClose }: Props) {
  const { t } = useTexts("matrix");
  const [tool, setTool] = useState<string | null>(exception?.tool ?? null);
  const [ceilings, setCeilings] = useState(exception?.ceilings ?? null);
  const form = useActionForm({
    access: exception?.access ?? ("plan" as "plan" | "allow" | "deny"),
    reason: exception?.reason ?? "",
    ends_at: lastDay(exception?.is_over ? null : (exception?.ends_at ?? null)),
  });
  const { access, reason, ends_at: last } = form.values;
  const { data } = useMatrix({ q: tool ?? undefined }, 1, FEW);
  const chosen = data?.data.find(({ id }) => id === tool);
  const put = async () => {
    const body = {
      ...(access === "plan" ? {} : { access }),
      ...(ceilings && access !== "deny" ? { ceilings } : {}),
      reason,
      ...(last ? { ends_at: dayStart(last, 1) } : {}),
    };
    await exceptions.put(user.id, tool ?? "", body);
  };
  return (
    <ActionDialog
      title={exception ? t("matrix.exception.editOne", { tool: exception.name }) : t("matrix.exception.add")}
      onClose={onClose}
      {...form.does(put, t("matrix.exception.saved"))}
      go={t("matrix.change.save")}
      disabled={!tool}
    >
      {!exception && <ToolSelect value={tool} onChange={setTool} />}
      <RadioChoice
        values={["plan", "allow", "deny"]}
        text={(value) => t(`matrix.exception.choice.${value}`)}
        {...form.field("access", t("matrix.exception.accessLabel"))}
      />
      {access !== "deny" && (
        <Switch
          label={t("matrix.exception.own")}
          checked={ceilings !== null}
          onChange={(event) => setCeilings(event.currentTarget.checked ? NO_CEILINGS : null)}
        />
      )}
      {ceilings && access !== "deny" && (
        <CeilingFields
          value={ceilings}
          hosts={chosen?.hosts ?? []}
          {...(data ? { most: data.memory_mib } : {})}
          errors={form.errors}
          onChange={setCeilings}
        />
      )}
      <LongText maxLength={REASON_CHARS} {...form.needs("reason", t("matrix.exception.reason"))} />
      <TextInput
        type="date"
        description={t("matrix.exception.lastHelp")}
        {...form.field("ends_at", t("matrix.exception.last"))}
      />
    </ActionDialog>
  );
}

/** There may be thousands of tools: the server searches. */
function ToolSelect({ value, onChange }: SelectProps) {
  const { t } = useTexts("matrix");
  const [search, setSearch] = useState("");
  const [typed] = useDebouncedValue(search, TYPING_MS);
  const { data } = useMatrix({ q: typed || undefined }, 1, FEW);
  return (
    <Select
      required
      data-autofocus
      searchable
      // Otherwise it would cover the form at once.
      openOnFocus={false}
      label={t("matrix.exception.tool")}
      placeholder={t("matrix.exception.toolSearch")}
      nothingFoundMessage={t("matrix.page.none")}
      data={(data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      // The server has already filtered, by more than the name.
      filter={({ options }) => options}
      value={value}
      onSearchChange={setSearch}
      onChange={onChange}
    />
  );
}
