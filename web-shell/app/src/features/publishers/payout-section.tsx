import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAction } from "../../confirm/use-action";
import { FormAlert } from "../../ui/form-alert";
import { Section } from "../../ui/section";
import { actions, type Publisher } from "./publisher";

const FIELDS = { legal_name: 200, address: 300, tax_id: 40, account: 50 } as const;
const LABELS = { legal_name: "legalName", address: "address", tax_id: "taxId", account: "account" } as const;
type Field = keyof typeof FIELDS;

/** Who is paid, and how. The number of the account is never shown again, so it is entered anew with every change. */
export function PayoutSection({ publisher }: { publisher: Publisher }) {
  const { t } = useTranslation("portal");
  const known = publisher.payout;
  const [payout, setPayout] = useState({
    legal_name: known?.legal_name ?? "",
    address: known?.address ?? "",
    tax_id: known?.tax_id ?? "",
    account: "",
  });
  const { errors, message, busy, dialog, act } = useAction();
  const save = async () => {
    await actions.pay(payout);
    setPayout((before) => ({ ...before, account: "" }));
  };
  return (
    <Section title={t("portal.payout.title")} lead={t("portal.payout.lead")}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          act(save, t("portal.payout.done"));
        }}
      >
        <Stack gap="md">
          {known && <Text size="sm">{t("portal.payout.known", { end: known.account_end })}</Text>}
          <FormAlert>{message}</FormAlert>
          {(Object.entries(LABELS) as [Field, string][]).map(([field, label]) => (
            <TextInput
              key={field}
              name={field}
              required
              autoComplete="off"
              maxLength={FIELDS[field]}
              label={t(`portal.payout.${label}`)}
              value={payout[field]}
              error={errors[field]}
              onChange={(event) => {
                const { value } = event.currentTarget;
                setPayout((before) => ({ ...before, [field]: value }));
              }}
            />
          ))}
          <Group justify="flex-end">
            <Button type="submit" loading={busy}>
              {t("portal.action.save")}
            </Button>
          </Group>
        </Stack>
      </form>
      {dialog}
    </Section>
  );
}
