import { Button, Group, Radio, Select, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AdminUser } from "../../admin/users";
import { useAction } from "../../confirm/use-action";
import { dayStart } from "../../ui/day-start";
import { Dialog } from "../../ui/dialog";
import { FormAlert } from "../../ui/form-alert";

import { CeilingFields } from "./ceiling-fields";
import { exceptions, FEW, NO_CEILINGS, type UserTool, useMatrix } from "./matrix";

const REASON_CHARS = 500;
const TYPING_MS = 200;

type Props = { user: AdminUser; exception: UserTool | null; onClose: () => void };

/** Gives an account a tool, takes it, or sets ceilings of its own. */
export function ExceptionForm({ user, exception, onClose }: Props) {
  const { t } = useTranslation("matrix");
  const title = exception
    ? t("matrix.exception.editOne", { tool: exception.name })
    : t("matrix.exception.add");
  return (
    <Dialog title={title} onClose={onClose}>
      <Form user={user} exception={exception} onClose={onClose} />
    </Dialog>
  );
}

/** The last day on which an exception holds, as an input of days has it. */
function lastDay(end: string | null): string {
  if (!end) return "";
  const day = new Date(Date.parse(end) - 1);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

function Form({ user, exception, onClose }: Props) {
  const { t } = useTranslation("matrix");
  const [tool, setTool] = useState<string | null>(exception?.tool ?? null);
  const [access, setAccess] = useState<"plan" | "allow" | "deny">(exception?.access ?? "plan");
  const [ceilings, setCeilings] = useState(exception?.ceilings ?? null);
  const [reason, setReason] = useState(exception?.reason ?? "");
  const [last, setLast] = useState(lastDay(exception?.is_over ? null : (exception?.ends_at ?? null)));
  const { errors, message, busy, dialog, act } = useAction();
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
    onClose();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        act(put, t("matrix.exception.saved"));
      }}
    >
      <Stack gap="md">
        <FormAlert>{message}</FormAlert>
        {!exception && <ToolSelect value={tool} onChange={setTool} />}
        <Radio.Group
          label={t("matrix.exception.accessLabel")}
          value={access}
          error={errors.access}
          onChange={(value) => setAccess(value as typeof access)}
        >
          <Stack gap="xs" mt="xs">
            {(["plan", "allow", "deny"] as const).map((value) => (
              <Radio key={value} value={value} label={t(`matrix.exception.choice.${value}`)} />
            ))}
          </Stack>
        </Radio.Group>
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
            errors={errors}
            onChange={setCeilings}
          />
        )}
        <Textarea
          name="reason"
          required
          autosize
          minRows={2}
          maxLength={REASON_CHARS}
          label={t("matrix.exception.reason")}
          value={reason}
          error={errors.reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          name="ends_at"
          label={t("matrix.exception.last")}
          description={t("matrix.exception.lastHelp")}
          value={last}
          error={errors.ends_at}
          onChange={(event) => setLast(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("matrix.change.cancel")}
          </Button>
          <Button type="submit" loading={busy} disabled={!tool}>
            {t("matrix.change.save")}
          </Button>
        </Group>
      </Stack>
      {dialog}
    </form>
  );
}

type SelectProps = { value: string | null; onChange: (tool: string | null) => void };

/** There may be thousands of tools: the server looks for those that are typed. */
function ToolSelect({ value, onChange }: SelectProps) {
  const { t } = useTranslation("matrix");
  const [search, setSearch] = useState("");
  const [typed] = useDebouncedValue(search, TYPING_MS);
  const { data } = useMatrix({ q: typed || undefined }, 1, FEW);
  return (
    <Select
      required
      data-autofocus
      searchable
      // It would cover the form before anybody has looked at it.
      openOnFocus={false}
      label={t("matrix.exception.tool")}
      placeholder={t("matrix.exception.toolSearch")}
      nothingFoundMessage={t("matrix.page.none")}
      data={(data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      // The server has chosen already, by more than the name.
      filter={({ options }) => options}
      value={value}
      onSearchChange={setSearch}
      onChange={onChange}
    />
  );
}
