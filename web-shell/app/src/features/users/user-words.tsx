import { Group, NumberInput, Text, TextInput } from "@mantine/core";
import type { AdminUser } from "../../admin/users";
import { api, unwrap } from "../../api/client";
import { useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Form } from "../../ui/form";
import { Section } from "../../ui/page";
import { useSeparators } from "../../ui/use-separators";

/** Words given, used and left, and a form to give more. */
export function UserWords({ user }: { user: AdminUser }) {
  const { t, number } = useTexts("admin");
  const { allowance, used, left } = user.words;
  return (
    <Section title={t("admin.words.title")} lead={t("admin.words.lead")}>
      <Text>
        {t("admin.words.have", {
          count: left,
          left: number(left),
          used: number(used),
          allowance: number(allowance),
        })}
      </Text>
      {(user.may_act || user.is_self) && <GiveWords user={user} />}
    </Section>
  );
}

function GiveWords({ user }: { user: AdminUser }) {
  const { t } = useTexts("admin");
  const separators = useSeparators();
  const form = useActionForm({ words: "" as string | number, reason: "" });
  const give = async () => {
    const body = { ...form.values, words: Number(form.values.words) };
    await unwrap(api.POST("/api/admin/users/{id}/words", { params: { path: { id: user.id } }, body }));
    form.reset();
  };
  return (
    <Form
      of={form}
      onSubmit={() => form.act(give, t("admin.words.given"))}
      go={t("admin.words.give")}
      variant="default"
    >
      <Group align="flex-start" gap="sm">
        <NumberInput
          required
          w={{ base: "100%", xs: 160 }}
          label={t("admin.words.words")}
          allowNegative={false}
          allowDecimal={false}
          {...separators}
          hideControls
          {...form.field("words")}
        />
        <TextInput
          required
          flex="1 1 14rem"
          autoComplete="off"
          label={t("admin.words.reason")}
          {...form.field("reason")}
        />
      </Group>
    </Form>
  );
}
