import { Group, Text, TextInput } from "@mantine/core";
import { NumberField } from "@sitewright/sdk/number-field";
import { ShareBar } from "@sitewright/ui/share-bar";
import { useState } from "react";
import { expectValid } from "../../admin/amount-field";
import type { AdminUser } from "../../admin/users";
import { api, unwrap } from "../../api/client";
import { ConfirmDialog, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Form } from "../../ui/form";
import { Section } from "../../ui/page";

type Props = { user: AdminUser; meter: "words" | "pages" };

/** The same limit as in the server. */
const MOST_GIVEN = 10_000_000;

/** Words or pages given, used and left, with a form to give more. */
export function UserMeter({ user, meter }: Props) {
  const { t, number } = useTexts("admin");
  const { allowance, used, left } = user[meter];
  return (
    <Section title={t(`admin.${meter}.title`)} lead={t(`admin.${meter}.lead`)}>
      <div>
        <Text fw={600}>
          {t(`admin.${meter}.have`, {
            count: left,
            left: number(left),
            used: number(used),
            allowance: number(allowance),
          })}
        </Text>
        <ShareBar size="lg" parts={[{ key: "left", share: allowance > 0 ? left / allowance : 0 }]} />
      </div>
      {(user.may_act || user.is_self) && <Give user={user} meter={meter} />}
    </Section>
  );
}

/** They can't be taken back: a dialog repeats their number and the name before they are given. */
function Give({ user, meter }: Props) {
  const { t, number } = useTexts("admin");
  const form = useActionForm({ amount: null as number | null, reason: "" });
  const [isAsking, setAsking] = useState(false);
  const amount = form.values.amount ?? 0;
  const give = async () => {
    const body = { amount, reason: form.values.reason };
    const params = { path: { id: user.id } };
    await unwrap(api.POST(`/api/admin/users/{id}/${meter}` as const, { params, body }));
    form.reset();
  };
  const ask = async () => {
    expectValid({ reason: form.values.reason.trim() ? undefined : t(`admin.${meter}.needed`) });
    setAsking(true);
  };
  const gift = { count: amount, amount: number(amount), name: user.name };
  return (
    <>
      <Form {...form.submits(ask, undefined, null)} go={t(`admin.${meter}.give`)} variant="default">
        <Group align="flex-start" gap="sm">
          <NumberField
            w={{ base: "100%", xs: 160 }}
            least={1}
            most={MOST_GIVEN}
            decimals={0}
            {...form.needs("amount", t(`admin.${meter}.amount`))}
          />
          <TextInput
            flex="1 1 14rem"
            autoComplete="off"
            {...form.needs("reason", t(`admin.${meter}.reason`))}
          />
        </Group>
      </Form>
      {isAsking && (
        <ConfirmDialog
          title={t(`admin.${meter}.sure`, gift)}
          text={t(`admin.${meter}.lead`)}
          go={t(`admin.${meter}.give`)}
          changed={null}
          // Errors belong to the fields of the form, which the dialog covers.
          act={async () => void form.act(give, t(`admin.${meter}.given`))}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
