import { Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useParams } from "react-router";
import { Facts } from "../../admin/admin";
import type { AdminUser } from "../../admin/users";
import { useLoaded } from "../../api/client";
import { beginImpersonation } from "../../api/impersonation";
import { useAction } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { FormAlert } from "../../ui/form";
import { Notice, Panel } from "../../ui/page";
import { Small, TextButton, TextLink } from "../../ui/texts";
import { UserAccess } from "./user-access";
import { UserDanger } from "./user-danger";
import { EditUser } from "./user-edit";
import { UserFigures } from "./user-figures";
import { UserHead } from "./user-head";
import { UserMeter } from "./user-meter";
import { UserSessions } from "./user-sessions";
import { userQuery, useUserRow } from "./users";
import "../../admin/admin.css";
import "./user-page.css";

type Slots = Record<"plan" | "tools", (user: AdminUser) => ReactNode>;

/** A user: figures, plan, words, pages, tools, and the actions of administrators. */
export function UserPage(slots: Slots) {
  const { user: id = "" } = useParams();
  const user = useLoaded(userQuery(id));
  // Another user gets new forms.
  return <Whole key={user.id} user={user} {...slots} />;
}

function Whole({ user, plan, tools }: { user: AdminUser } & Slots) {
  const row = useUserRow(user);
  return (
    <Stack gap="lg" maw={1180} mx="auto">
      <UserHead user={user} row={row}>
        {user.may_impersonate && <ActAs user={user} />}
      </UserHead>
      {!user.may_act && <OnlyLooking user={user} />}
      <UserFigures user={user} row={row} />
      <div className="user-page">
        <Stack gap="xl">
          <UserMeter user={user} meter="words" />
          <UserMeter user={user} meter="pages" />
          {tools(user)}
          <UserSessions user={user} />
          <UserFacts user={user} />
        </Stack>
        <div className="user-side">
          {plan(user)}
          {user.may_act && <UserAccess user={user} />}
          {user.may_act && <EditUser user={user} />}
          {user.may_act && <UserDanger user={user} />}
        </div>
      </div>
    </Stack>
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
    <Stack gap="xs" className="user-act">
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

/** How the user signs in, and what administrators did. */
function UserFacts({ user }: { user: AdminUser }) {
  const { t, href, dateTime } = useTexts("admin");
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
    [t("admin.facts.verified"), when(user.email_verified_at)],
    [t("admin.facts.ways"), ways.filter(Boolean).join(", ")],
    [t("admin.facts.second"), t(user.two_factor ? "admin.facts.on" : "admin.facts.off")],
  ];
  if (user.suspended_at) facts.push([t("admin.facts.suspended"), dateTime(user.suspended_at)]);
  return (
    <Panel title={t("admin.facts.account")}>
      <Facts facts={facts} />
      <Small>
        <TextLink to={`${href("adminAudit")}?subject=${user.id}`}>{t("admin.facts.audit")}</TextLink>
      </Small>
    </Panel>
  );
}
