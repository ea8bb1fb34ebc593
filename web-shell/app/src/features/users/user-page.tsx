import { Box, Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import type { AdminUser } from "../../admin/users";
import { useLoaded } from "../../api/query";
import { useHref } from "../../i18n/use-page-language";
import { BackLink } from "../../ui/back-link";
import { Notice } from "../../ui/notice";
import { PageTitle } from "../../ui/page-title";
import { ActAs } from "./act-as";
import { EditUser } from "./edit-user";
import { EraseUser } from "./erase-user";
import { UserAccess } from "./user-access";
import { UserFacts } from "./user-facts";
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
  const { t } = useTranslation("admin");
  const href = useHref();
  return (
    <Stack gap="lg" maw={860} mx="auto">
      <PageTitle>{`${user.name} – ${t("admin.users.title")}`}</PageTitle>
      <BackLink to={href("adminUsers")}>{t("admin.users.title")}</BackLink>
      <Group justify="space-between" align="flex-start">
        <Box miw={0}>
          <Title order={1} style={{ overflowWrap: "anywhere" }}>
            {user.name}
          </Title>
          <Text c="dimmed" mb="xs" style={{ overflowWrap: "anywhere" }}>
            {user.email}
          </Text>
          <UserMarks user={user} />
        </Box>
        {user.may_impersonate && <ActAs user={user} />}
      </Group>
      {!user.may_act && <OnlyLooking user={user} />}
      <UserFacts user={user} />
      {plan(user)}
      <UserWords user={user} />
      {tools(user)}
      {user.may_act && <EditUser user={user} />}
      {user.may_act && <UserAccess user={user} />}
      <UserSessions user={user} />
      {user.may_act && <EraseUser user={user} />}
    </Stack>
  );
}

function OnlyLooking({ user }: { user: AdminUser }) {
  const { t } = useTranslation("admin");
  return <Notice>{t(user.is_self ? "admin.person.self" : "admin.person.onlySuper")}</Notice>;
}
