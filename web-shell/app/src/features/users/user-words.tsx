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

/** The same limit as in the server. */
const MOST_GIVEN = 10_000_000;

/** Words given, used and left, with a form to give more. */
export function UserWords({ user }: { user: AdminUser }) {
  const { t, number } = useTexts("admin");
  const { allowance, used, left } = user.words;
  return (
    <Section title={t("admin.words.title")} lead={t("admin.words.lead")}>
      <div>
        <Text fw={600}>
          {t("admin.words.have", {
            count: left,
            left: number(left),
            used: number(used),
            allowance: number(allowance),
          })}
        </Text>
        <ShareBar size="lg" parts={[{ key: "left", share: allowance > 0 ? left / allowance : 0 }]} />
      </div>
      {(user.may_act || user.is_self) && <GiveWords user={user} />}
    </Section>
  );
}

/** Words can't be taken back: a dialog repeats their number and the name before they are given. */
function GiveWords({ user }: { user: AdminUser }) {
  const { t, number } = useTexts("admin");
  const form = useActionForm({ words: null as number | null, reason: "" });
  const [isAsking, setAsking] = useState(false);
  const words = form.values.words ?? 0;
  const give = async () => {
    const body = { words, reason: form.values.reason };
    await unwrap(api.POST("/api/admin/users/{id}/words", { params: { path: { id: user.id } }, body }));
    form.reset();
  };
  const ask = async () => {
    expectValid({ reason: form.values.reason.trim() ? undefined : t("admin.words.needed") });
    setAsking(true);
  };
  const gift = { count: words, words: number(words), name: user.name };
  return (
    <>
      <Form {...form.submits(ask, undefined, null)} go={t("admin.words.give")} variant="default">
        <Group align="flex-start" gap="sm">
          <NumberField
            w={{ base: "100%", xs: 160 }}
            least={1}
            most={MOST_GIVEN}
            decimals={0}
            {...form.needs("words", t("admin.words.words"))}
          />
          <TextInput flex="1 1 14rem" autoComplete="off" {...form.needs("reason", t("admin.words.reason"))} />
        </Group>
      </Form>
      {isAsking && (
        <ConfirmDialog
          title={t("admin.words.sure", gift)}
          text={t("admin.words.lead")}
          go={t("admin.words.give")}
          changed={null}
          // Errors belong to the fields of the form, which the dialog covers.
          act={async () => void form.act(give, t("admin.words.given"))}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
