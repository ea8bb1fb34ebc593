import { Group, Stack, Text, TextInput } from "@mantine/core";
import { at } from "@sitewright/sdk/shell";
import { type ReactNode, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { Facts } from "../../admin/admin";
import { type AdminUser, ROLES, type Role } from "../../admin/users";
import { api, unwrap, useLoaded } from "../../api/client";
import { beginImpersonation } from "../../api/impersonation";
import { useUser } from "../../api/session";
import { useAction, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Choice } from "../../ui/choice";
import { DialogButton } from "../../ui/dialog";
import { Form, FormAlert, FormDialog } from "../../ui/form";
import { DetailPage, Notice, Section } from "../../ui/page";
import { Small, TextButton, TextLink } from "../../ui/texts";
import { UserAccess } from "./user-access";
import { UserMarks } from "./user-marks";
import { UserSessions } from "./user-sessions";
import { UserWords } from "./user-words";
import { userQuery } from "./users";
import "../../admin/admin.css";

type Slots = Record<"plan" | "tools", (user: AdminUser) => ReactNode>;

/** A user: facts, plan, words, tools, and the actions of administrators. */
export function UserPage(slots: Slots) {
  const { user: id = "" } = useParams();
  const user = useLoaded(userQuery(id));
  // Another user gets new forms.
  return <Whole key={user.id} user={user} {...slots} />;
}

function Whole({ user, plan, tools }: { user: AdminUser } & Slots) {
  const { t, href } = useTexts("admin");
  return (
    <DetailPage
      name={user.name}
      list={t("admin.users.title")}
      back={href("adminUsers")}
      lead={user.email}
      below={<UserMarks user={user} />}
      marks={user.may_impersonate && <ActAs user={user} />}
    >
      {!user.may_act && <OnlyLooking user={user} />}
      <UserFacts user={user} />
      {plan(user)}
      <UserWords user={user} />
      {tools(user)}
      {user.may_act && <EditUser user={user} />}
      {user.may_act && <UserAccess user={user} />}
      <UserSessions user={user} />
      {user.may_act && <EraseUser user={user} />}
    </DetailPage>
  );
}

function OnlyLooking({ user }: { user: AdminUser }) {
  const { t } = useTexts("admin");
  return <Notice>{t(user.is_self ? "admin.person.self" : "admin.person.onlySuper")}</Notice>;
}

/** Impersonates the user: the application reloads with the user's view. */
function ActAs({ user }: { user: AdminUser }) {
  const { t, href } = useTexts("admin");
  const { message, busy, dialog, act } = useAction();
  const [leaving, setLeaving] = useState(false);
  const begin = async () => {
    await beginImpersonation(user.id);
    setLeaving(true);
    // A new document: no data of the administrator is left.
    location.assign(href("dashboard"));
    await new Promise(() => {});
  };
  return (
    <Stack gap="xs">
      <FormAlert>{message}</FormAlert>
      <TextButton
        label={t("admin.person.actAs")}
        icon="user"
        loading={busy || leaving}
        onClick={() => act(begin)}
      />
      {dialog}
    </Stack>
  );
}

/** Name and role; only a super-administrator changes roles. */
function EditUser({ user }: { user: AdminUser }) {
  const { t } = useTexts("admin");
  const isSuper = useUser().role === "super-admin";
  const form = useActionForm({ name: user.name, role: user.role as Role });
  const { name, role } = form.values;
  const save = () => {
    const body = { name, ...(role !== user.role && { role }) };
    return unwrap(api.PATCH("/api/admin/users/{id}", { params: { path: { id: user.id } }, body }));
  };
  return (
    <Section title={t("admin.edit.title")}>
      <Form {...form.submits(save, t("admin.edit.saved"))} go={t("admin.edit.save")} variant="default">
        <TextInput autoComplete="off" {...form.needs("name", t("admin.edit.name"))} />
        {isSuper && (
          <Choice
            description={t("admin.edit.roleText")}
            values={ROLES}
            text={(role) => t(`admin.role.${role}`)}
            {...form.field("role", t("admin.edit.role"))}
          />
        )}
      </Form>
    </Section>
  );
}

function UserFacts({ user }: { user: AdminUser }) {
  const { t, href, dateTime, number } = useTexts("admin");
  const language = user.language ?? "none";
  const when = (moment: string | null | undefined) => (moment ? dateTime(moment) : t("admin.facts.never"));
  const ways = [
    user.has_password && t("admin.facts.password"),
    user.google && "Google",
    !user.has_password && !user.google && t("admin.facts.linkOnly"),
  ];
  const facts: [string, string][] = [
    [t("admin.facts.role"), t(`admin.role.${user.role}`)],
    [t("admin.facts.language"), t(`admin.language.${language}`)],
    [t("admin.facts.created"), dateTime(user.created_at)],
    [t("admin.facts.seen"), when(user.seen_at)],
    [t("admin.facts.verified"), when(user.email_verified_at)],
    [t("admin.facts.ways"), ways.filter(Boolean).join(", ")],
    [t("admin.facts.second"), t(user.two_factor ? "admin.facts.on" : "admin.facts.off")],
    [t("admin.facts.projects"), number(user.counts.projects)],
    [t("admin.facts.documents"), number(user.counts.documents)],
    [t("admin.facts.runs"), number(user.counts.runs)],
  ];
  if (user.suspended_at) facts.push([t("admin.facts.suspended"), dateTime(user.suspended_at)]);
  return (
    <Section title={t("admin.facts.title")}>
      <Facts facts={facts} />
      <Small>
        <TextLink to={`${href("adminAudit")}?subject=${user.id}`}>{t("admin.facts.audit")}</TextLink>
      </Small>
    </Section>
  );
}

/** Erases an account after its address was typed. */
function EraseUser({ user }: { user: AdminUser }) {
  const { t } = useTexts("admin");
  return (
    <Section title={t("admin.erase.title")} lead={t("admin.erase.text")}>
      <Group>
        <DialogButton label={t("admin.erase.ask")} variant="outline" isDanger>
          {(close) => <Confirm user={user} onClose={close} />}
        </DialogButton>
      </Group>
    </Section>
  );
}

function Confirm({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { t, href } = useTexts("admin");
  const navigate = useNavigate();
  const form = useActionForm({ email: "" });
  const { email } = form.values;
  const erase = async () => {
    const params = { path: { id: user.id } };
    await unwrap(api.DELETE("/api/admin/users/{id}", { params, body: { email } }));
    await navigate(href("adminUsers"), { replace: true });
  };
  return (
    <FormDialog
      title={t("admin.erase.sure", { name: user.name })}
      of={form}
      // The user no longer exists; only the list must be reloaded.
      onSubmit={() => form.act(erase, t("admin.erase.done"), at("/api/admin/users"))}
      go={t("admin.erase.go")}
      onClose={onClose}
      color="red.8"
    >
      <Text>{t("admin.erase.type", { email: user.email })}</Text>
      <TextInput
        type="email"
        data-autofocus
        autoComplete="off"
        {...form.needs("email", t("admin.erase.email"))}
      />
    </FormDialog>
  );
}
