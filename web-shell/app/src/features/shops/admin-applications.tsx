import { Group, Stack, TextInput } from "@mantine/core";
import { Markdown } from "@sitewright/ui/markdown";
import { type Answer, api, unwrap, useApi } from "../../api/client";
import { ConfirmButton, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { CopyButton } from "../../ui/copy-button";
import { Form, PasswordField } from "../../ui/form";
import { EmptyState, Loading, PageHead, Section } from "../../ui/page";
import { StateBadge } from "../../ui/state-badge";
import { AdminShopParts } from "./admin-shop-parts";
import "./shops.css";

type Application = Answer<"/api/admin/shop-applications">["data"][number];
type Credential = Application["credentials"][number];

/** The applications that the operator registers with shop systems. */
export function AdminApplications() {
  const { t } = useTexts("admin");
  const { data } = useApi("/api/admin/shop-applications", {});
  return (
    <Stack gap="lg" maw={1000} mx="auto">
      <PageHead title={t("admin.shops.title")} lead={t("admin.applications.lead")} />
      <AdminShopParts current="applications" />
      {!data && <Loading h={320} radius="lg" />}
      {data?.data.length === 0 && (
        <EmptyState
          icon="shop"
          title={t("admin.applications.none")}
          text={t("admin.applications.noneText")}
        />
      )}
      {data?.data.map((application) => (
        <OneApplication key={application.system} application={application} />
      ))}
    </Stack>
  );
}

/** Changes credentials; null removes one, and the others stay. */
const change = (system: string, secrets: Record<string, string | null>) =>
  unwrap(
    api.PATCH("/api/admin/shop-applications/{system}", { params: { path: { system } }, body: { secrets } }),
  );

function OneApplication({ application }: { application: Application }) {
  const { t } = useTexts("admin");
  const { name, help, is_ready, events_url, page_url } = application;
  return (
    <Section title={name}>
      <div>
        <StateBadge mark={is_ready ? "good" : "warn"}>
          {t(is_ready ? "admin.applications.ready" : "admin.applications.unready")}
        </StateBadge>
      </div>
      <div className="shop-help">
        <Markdown text={help} level={3} />
      </div>
      <Address label={t("admin.applications.events")} value={events_url} />
      <Address label={t("admin.applications.page")} value={page_url} />
      <Credentials application={application} />
    </Section>
  );
}

/** An address to enter in the shop system. */
function Address({ label, value }: { label: string; value: string }) {
  const { t } = useTexts("admin");
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <TextInput
        readOnly
        flex={1}
        miw={0}
        label={label}
        value={value}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton
        flex="none"
        value={value}
        label={t("admin.link.copy")}
        copied={t("admin.link.copied")}
        name={t("admin.applications.copyOf", { label })}
      />
    </Group>
  );
}

function Credentials({ application: { system, name, credentials } }: { application: Application }) {
  const { t } = useTexts("admin");
  const form = useActionForm({ secrets: {} as Record<string, string> });
  const { secrets } = form.values;
  const given = Object.fromEntries(Object.entries(secrets).filter(([, secret]) => secret.trim()));
  const save = async () => {
    await change(system, given);
    form.set({ secrets: {} });
  };
  return (
    <Form
      {...form.submits(save, t("admin.applications.saved", { name }))}
      go={t("admin.applications.save")}
      disabled={Object.keys(given).length === 0}
    >
      {credentials.map((credential) => (
        <div key={credential.name}>
          <PasswordField
            name={`secrets.${credential.name}`}
            label={credential.title}
            description={[credential.is_set && t("admin.applications.keep"), credential.help]
              .filter(Boolean)
              .join(" ")}
            required={false}
            autoComplete="off"
            value={secrets[credential.name] ?? ""}
            error={form.errors[`secrets.${credential.name}`]}
            onChange={({ currentTarget: { value } }) =>
              form.set({ secrets: { ...secrets, [credential.name]: value } })
            }
          />
          {credential.is_set && <Stored system={system} credential={credential} />}
        </div>
      ))}
    </Form>
  );
}

/** A credential that is stored, and its removal. */
function Stored({ system, credential: { name, title } }: { system: string; credential: Credential }) {
  const { t } = useTexts("admin");
  return (
    <Group gap="xs" mt="xs">
      <StateBadge mark="good">{t("admin.applications.stored")}</StateBadge>
      <ConfirmButton
        label={t("admin.applications.remove")}
        name={t("admin.applications.removeOf", { title })}
        size="xs"
        title={t("admin.applications.removeTitle", { title })}
        text={t("admin.applications.removeText")}
        go={t("admin.applications.remove")}
        done={t("admin.applications.removed", { title })}
        act={() => change(system, { [name]: null })}
      />
    </Group>
  );
}
