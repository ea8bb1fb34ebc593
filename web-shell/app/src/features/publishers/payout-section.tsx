import { Text, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useActionForm } from "../../confirm/use-action";
import { Form } from "../../ui/form";
import { Section } from "../../ui/section";
import { actions, type Publisher } from "./publisher";

const FIELDS = { legal_name: 200, address: 300, tax_id: 40, account: 50 } as const;
const LABELS = { legal_name: "legalName", address: "address", tax_id: "taxId", account: "account" } as const;
type Field = keyof typeof FIELDS;

/** The recipient and the method of payouts. The account number is never shown again, so every change requires it. */
export function PayoutSection({ publisher }: { publisher: Publisher }) {
  const { t } = useTranslation("portal");
  const known = publisher.payout;
  const form = useActionForm({
    legal_name: known?.legal_name ?? "",
    address: known?.address ?? "",
    tax_id: known?.tax_id ?? "",
    account: "",
  });
  const save = async () => {
    await actions.pay(form.values);
    form.set({ account: "" });
  };
  return (
    <Section title={t("portal.payout.title")} lead={t("portal.payout.lead")}>
      <Form
        of={form}
        onSubmit={() => form.act(save, t("portal.payout.done"))}
        go={t("portal.action.save")}
        justify="flex-end"
      >
        {known && <Text size="sm">{t("portal.payout.known", { end: known.account_end })}</Text>}
        {(Object.entries(LABELS) as [Field, string][]).map(([field, label]) => (
          <TextInput
            key={field}
            required
            autoComplete="off"
            maxLength={FIELDS[field]}
            label={t(`portal.payout.${label}`)}
            {...form.field(field)}
          />
        ))}
      </Form>
    </Section>
  );
}
