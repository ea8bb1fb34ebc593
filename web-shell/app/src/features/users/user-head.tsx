import { Avatar, Title } from "@mantine/core";
import type { ReactNode } from "react";
import type { AdminUser } from "../../admin/users";
import { useTexts } from "../../i18n/use-texts";
import { initials } from "../../ui/initials";
import { BackLink, PageTitle } from "../../ui/page";
import { StateBadge } from "../../ui/state-badge";
import { Dim, Line } from "../../ui/texts";
import { UserMarks } from "./user-marks";
import type { UserSummary } from "./users";

type Props = { user: AdminUser; row: UserSummary | undefined; children: ReactNode };

/** Who it is, with which plan and in which state, and when they were last here. */
export function UserHead({ user, row, children }: Props) {
  const { t, href, date, ago } = useTexts("admin");
  const list = t("admin.users.title");
  const isPlain = user.role === "user" && user.email_verified_at && !user.suspended_at;
  return (
    <>
      <PageTitle>{`${user.name} – ${list}`}</PageTitle>
      <BackLink to={href("adminUsers")}>{list}</BackLink>
      <div className="user-head">
        <Avatar src={user.avatar} size={64} radius="xl" color="spruce" variant="filled" alt="">
          {initials(user.name)}
        </Avatar>
        <div className="user-name">
          <Title order={1}>{user.name}</Title>
          <Dim>{user.email}</Dim>
          <div className="user-state">
            {isPlain ? (
              <StateBadge mark="good">{t("admin.users.states.active")}</StateBadge>
            ) : (
              <UserMarks user={user} />
            )}
            <Line
              of={[
                row && t("admin.head.plan", { plan: row.plan }),
                user.seen_at ? t("admin.head.seen", { when: ago(user.seen_at) }) : t("admin.head.neverSeen"),
                t("admin.head.joined", { when: date(user.created_at) }),
              ]}
            />
          </div>
        </div>
        {children}
      </div>
    </>
  );
}
