import { Box, Card, Checkbox, Select, Stack, TextInput, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useLoaded } from "../../api/client";
import { userQuery } from "../../api/session";
import { useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Form } from "../../ui/form";
import { PageHead, PageTitle } from "../../ui/page";
import { Parts } from "../../ui/parts";
import { Lead, Subtitle, TextLink } from "../../ui/texts";
import { countries } from "./countries";
import { actions, type Own, ownQuery, type Publisher } from "./publisher";
import { Terms } from "./terms";
import "./publishers.css";

const PARTS = [
  { name: "overview", page: "publisher" },
  { name: "packages", page: "publisherPackages" },
  { name: "plugins", page: "publisherPlugins" },
  { name: "earnings", page: "publisherEarnings" },
  { name: "members", page: "publisherMembers" },
  { name: "profile", page: "publisherProfile" },
] as const;

type Props = {
  part: (typeof PARTS)[number]["name"];
  children: (publisher: Publisher, own: Own) => ReactNode;
};

/** The portal's heading and tabs; an account without a publisher registers one here. */
export function PublisherFrame({ part, children }: Props) {
  const { t, href } = useTexts("portal");
  const own = useLoaded(ownQuery);
  if (!own.publisher) return <Register terms={own.terms} />;
  return (
    <Stack gap="lg" maw={860} mx="auto">
      <PageTitle>{`${t(`portal.page.${part}`)} – ${t("portal.page.title")}`}</PageTitle>
      <Box>
        <Title order={1}>{t("portal.page.title")}</Title>
        <Lead className="partner-long">
          {`${own.publisher.name} · ${own.publisher.id} · ${t(`portal.level.${own.publisher.level}`)}`}
        </Lead>
      </Box>
      <Parts
        label={t("portal.page.parts")}
        parts={PARTS.filter(({ name }) => name !== "earnings" || own.publisher?.role === "owner").map(
          ({ name, page }) => ({
            to: href(page),
            label: t(`portal.page.${name}`),
            isCurrent: name === part,
          }),
        )}
      />
      {children(own.publisher, own)}
    </Stack>
  );
}

/** The registration of a publisher: name, contact and terms. */
function Register({ terms }: { terms: number }) {
  const { t, href } = useTexts("portal");
  return (
    <Stack gap="lg" maw={640} mx="auto">
      <PageHead
        title={t("portal.register.title")}
        lead={
          <>
            {t("portal.register.lead")}{" "}
            <TextLink to={href("partners")}>{t("portal.register.programme")}</TextLink>
          </>
        }
      />
      <Card withBorder padding="lg">
        <Content terms={terms} />
      </Card>
    </Stack>
  );
}

function Content({ terms }: { terms: number }) {
  const { t, language } = useTexts("portal");
  const { data: user } = useQuery(userQuery);
  const form = useActionForm({
    name: "",
    id: "",
    contact: user?.email ?? "",
    website: "",
    country: language === "pl" ? "PL" : "",
    accepts: false,
  });
  const register = () => {
    const { accepts, ...publisher } = form.values;
    return actions.register({ ...publisher, terms: accepts ? terms : 0 });
  };
  const text = (name: "name" | "id" | "contact" | "website") =>
    form.field(name, t(`portal.register.${name}`));
  return (
    <Form
      {...form.submits(register, t("portal.register.done"))}
      go={t("portal.register.go")}
      justify="flex-end"
    >
      <TextInput {...text("name")} required maxLength={120} autoComplete="organization" />
      <TextInput
        {...text("id")}
        required
        maxLength={64}
        autoComplete="off"
        description={t("portal.register.idHelp")}
      />
      <TextInput {...text("contact")} required type="email" maxLength={254} autoComplete="email" />
      <TextInput {...text("website")} type="url" maxLength={500} autoComplete="url" placeholder="https://" />
      <Select
        searchable
        allowDeselect={false}
        nothingFoundMessage={t("portal.register.noCountry")}
        data={countries(language)}
        {...form.needs("country", t("portal.register.country"))}
        value={form.values.country || null}
      />
      <Subtitle>{t("portal.register.termsTitle")}</Subtitle>
      <Terms />
      <Checkbox
        {...form.field("accepts", t("portal.register.accept"), "checkbox")}
        name="terms"
        error={form.errors.terms}
      />
    </Form>
  );
}
