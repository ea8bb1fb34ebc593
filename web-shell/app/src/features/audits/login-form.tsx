import { SimpleGrid, TextInput } from "@mantine/core";
import { at } from "@sitewright/sdk/shell";
import { type Answer, api, unwrap, useApi, withId } from "../../api/client";
import { ConfirmButton, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Form, PasswordField } from "../../ui/form";
import { Section } from "../../ui/page";
import { RadioChoice } from "../../ui/radio-choice";
import { Small } from "../../ui/texts";

const KINDS = ["basic", "header", "cookie"] as const;
type Kind = (typeof KINDS)[number];
type Login = NonNullable<Answer<"/api/projects/{id}/audit-login">["login"]>;

const LOGIN = at("/api/projects/{id}/audit-login");

type Props = { project: number; domain: string };

/** The login of a test site, whose secret is never shown again. */
export function LoginForm({ project, domain }: Props) {
  const { t } = useTexts("audits");
  const { data } = useApi(
    "/api/projects/{id}/audit-login",
    { path: { id: project } },
    { throwOnError: false },
  );
  if (!data) return null;
  return (
    <Section title={t("audits.login.title")} lead={t("audits.login.lead")}>
      {data.login ? (
        <Known project={project} login={data.login} />
      ) : (
        <NewLogin project={project} domain={domain} />
      )}
    </Section>
  );
}

function Known({ project, login: { host, kind, name } }: { project: number; login: Login }) {
  const { t } = useTexts("audits");
  return (
    <div>
      <Small mb="xs">{t("audits.login.set", { kind: t(`audits.login.kinds.${kind}`), name, host })}</Small>
      <ConfirmButton
        label={t("audits.login.remove")}
        text={t("audits.login.removeText", { host })}
        done={t("audits.login.removed")}
        changed={LOGIN}
        act={() => unwrap(api.DELETE("/api/projects/{id}/audit-login", withId(project)))}
      />
    </div>
  );
}

function NewLogin({ project, domain }: Props) {
  const { t } = useTexts("audits");
  const form = useActionForm({ host: domain, kind: "basic" as Kind, name: "", secret: "" });
  const { kind } = form.values;
  const save = () =>
    unwrap(api.PUT("/api/projects/{id}/audit-login", { ...withId(project), body: form.values }));
  return (
    <Form
      {...form.submits(save, t("audits.login.saved"), LOGIN)}
      go={t("audits.login.save")}
      justify="flex-end"
    >
      <TextInput description={t("audits.login.hostHint")} {...form.needs("host", t("audits.login.host"))} />
      <RadioChoice
        label={t("audits.login.kind")}
        values={KINDS}
        text={(value) => t(`audits.login.kinds.${value}`)}
        value={kind}
        onChange={(kind) => form.set({ kind })}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput autoComplete="off" {...form.needs("name", t(`audits.login.names.${kind}`))} />
        <PasswordField isNew {...form.field("secret", t(`audits.login.secrets.${kind}`))} />
      </SimpleGrid>
    </Form>
  );
}
