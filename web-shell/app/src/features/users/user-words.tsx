import { Button, Group, NumberInput, Stack, Text, TextInput } from "@mantine/core";
import { formatsFor } from "@sitewright/sdk/shell";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AdminUser } from "../../admin/users";
import { api, unwrap } from "../../api/client";
import { useAction } from "../../confirm/use-action";
import { usePageLanguage } from "../../i18n/use-page-language";
import { FormAlert } from "../../ui/form-alert";
import { Section } from "../../ui/section";
import { useSeparators } from "../../ui/use-separators";

/** Words given, used and left, and a form to give more. */
export function UserWords({ user }: { user: AdminUser }) {
  const { t } = useTranslation("admin");
  const { number } = formatsFor(usePageLanguage());
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
  const { t } = useTranslation("admin");
  const separators = useSeparators();
  const [words, setWords] = useState<string | number>("");
  const [reason, setReason] = useState("");
  const { errors, message, busy, act } = useAction();
  const give = async () => {
    const body = { words: Number(words), reason };
    await unwrap(api.POST("/api/admin/users/{id}/words", { params: { path: { id: user.id } }, body }));
    setWords("");
    setReason("");
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        act(give, t("admin.words.given"));
      }}
    >
      <Stack gap="md">
        <FormAlert>{message}</FormAlert>
        <Group align="flex-start" gap="sm">
          <NumberInput
            name="words"
            required
            w={{ base: "100%", xs: 160 }}
            label={t("admin.words.words")}
            allowNegative={false}
            allowDecimal={false}
            {...separators}
            hideControls
            value={words}
            error={errors.words}
            onChange={setWords}
          />
          <TextInput
            name="reason"
            required
            flex="1 1 14rem"
            autoComplete="off"
            label={t("admin.words.reason")}
            value={reason}
            error={errors.reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Group>
        <Group>
          <Button type="submit" variant="default" loading={busy}>
            {t("admin.words.give")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
