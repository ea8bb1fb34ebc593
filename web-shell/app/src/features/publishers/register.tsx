import { Anchor, Button, Card, Checkbox, Group, Select, Stack, Text, TextInput, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { userQuery } from "../../api/session";
import { useAction } from "../../confirm/use-action";
import { useHref, usePageLanguage } from "../../i18n/use-page-language";
import { FormAlert } from "../../ui/form-alert";
import { PageTitle } from "../../ui/page-title";
import { countries } from "./countries";
import { actions } from "./publisher";
import { Terms } from "./terms";

/** Becoming a publisher: a name, how to be reached, and the terms. */
export function Register({ terms }: { terms: number }) {
  const { t } = useTranslation("portal");
  const href = useHref();
  return (
    <Stack gap="lg" maw={640} mx="auto">
      <PageTitle>{t("portal.register.title")}</PageTitle>
      <div>
        <Title order={1}>{t("portal.register.title")}</Title>
        <Text c="dimmed" mt={4}>
          {t("portal.register.lead")}{" "}
          <Anchor component={Link} to={href("partners")} underline="always">
            {t("portal.register.programme")}
          </Anchor>
        </Text>
      </div>
      <Card withBorder padding="lg">
        <Form terms={terms} />
      </Card>
    </Stack>
  );
}

function Form({ terms }: { terms: number }) {
  const { t } = useTranslation("portal");
  const language = usePageLanguage();
  const { data: user } = useQuery(userQuery);
  const [wishes, setWishes] = useState({
    name: "",
    id: "",
    contact: user?.email ?? "",
    website: "",
    country: language === "pl" ? "PL" : "",
  });
  const [accepts, setAccepts] = useState(false);
  const { errors, message, busy, act } = useAction();
  const change = (next: Partial<typeof wishes>) => setWishes((before) => ({ ...before, ...next }));
  const text = (name: "name" | "id" | "contact" | "website") => ({
    name,
    label: t(`portal.register.${name}`),
    value: wishes[name],
    error: errors[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => change({ [name]: event.currentTarget.value }),
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const register = () => actions.register({ ...wishes, terms: accepts ? terms : 0 });
        act(register, t("portal.register.done"));
      }}
    >
      <Stack gap="md">
        <FormAlert>{message}</FormAlert>
        <TextInput {...text("name")} required maxLength={120} autoComplete="organization" />
        <TextInput
          {...text("id")}
          required
          maxLength={64}
          autoComplete="off"
          description={t("portal.register.idHelp")}
        />
        <TextInput {...text("contact")} required type="email" maxLength={254} autoComplete="email" />
        <TextInput
          {...text("website")}
          type="url"
          maxLength={500}
          autoComplete="url"
          placeholder="https://"
        />
        <Select
          data-field="country"
          required
          searchable
          allowDeselect={false}
          label={t("portal.register.country")}
          nothingFoundMessage={t("portal.register.noCountry")}
          data={countries(language)}
          value={wishes.country || null}
          error={errors.country}
          onChange={(country) => change({ country: country ?? "" })}
        />
        <Title order={2} size="h4">
          {t("portal.register.termsTitle")}
        </Title>
        <Terms />
        <Checkbox
          name="terms"
          label={t("portal.register.accept")}
          checked={accepts}
          error={errors.terms}
          onChange={(event) => setAccepts(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            {t("portal.register.go")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
