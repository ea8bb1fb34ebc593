import { Avatar, TextInput } from "@mantine/core";
import { useState } from "react";
import { AdminItem, AdminList } from "../../admin/admin";
import { ROLES, type Role } from "../../admin/users";
import { api, unwrap } from "../../api/client";
import { useUser } from "../../api/session";
import { type ListFilter, useList } from "../../api/use-list";
import { useActionForm } from "../../confirm/action";
import { usePageLanguage, useTexts } from "../../i18n/use-texts";
import { LANGUAGES } from "../../paths";
import { Choice } from "../../ui/choice";
import { Dialog, DialogButton } from "../../ui/dialog";
import { FilterSelect } from "../../ui/filter-select";
import { Form } from "../../ui/form";
import { initials } from "../../ui/initials";
import { useTyped } from "../../ui/list";
import { SearchInput } from "../../ui/search-input";
import { Line, Small } from "../../ui/texts";
import { LinkShown, type OneTimeLink } from "./link-shown";
import { UserMarks } from "./user-marks";
import { SORTS, type UserSummary } from "./users";

/** All users. */
export default function UsersPage() {
  const { t } = useTexts("admin");
  const list = useList("/api/admin/users", ({ get }) => ({
    query: {
      search: get("search") || undefined,
      role: ROLES.find((role) => role === get("role")),
      sort: SORTS.find((sort) => sort === get("sort")),
    },
  }));
  return (
    <AdminList
      title={t("admin.users.title")}
      lead={list.data ? t("admin.users.count", { count: list.data.total }) : " "}
      action={
        <DialogButton label={t("admin.users.new")} isMain icon="add">
          {(close) => <NewUser onClose={close} />}
        </DialogButton>
      }
      filters={<Filters filter={list.filter} />}
      list={list}
      empty={{ icon: "user", title: t("admin.users.none"), text: t("admin.users.noneText") }}
    >
      {(user) => <Row key={user.id} user={user} />}
    </AdminList>
  );
}

function Filters({ filter }: { filter: ListFilter }) {
  const { t } = useTexts("admin");
  const search = useTyped(filter, "search");
  return (
    <>
      <SearchInput flex="1 1 16rem" label={t("admin.users.search")} {...search} />
      <FilterSelect
        filter={filter}
        name="role"
        any={t("admin.users.anyRole")}
        w={{ base: "100%", xs: 200 }}
        label={t("admin.users.role")}
        data={ROLES.map((role) => ({ value: role, label: t(`admin.role.${role}`) }))}
      />
      <Choice
        w={{ base: "100%", xs: 200 }}
        label={t("admin.users.sort")}
        values={SORTS}
        text={(sort) => t(`admin.sort.${sort}`)}
        value={filter.get("sort") || "newest"}
        onChange={(sort) => filter.set("sort", sort === "newest" ? "" : (sort ?? ""))}
      />
    </>
  );
}

function Row({ user }: { user: UserSummary }) {
  const { t, href, date, ago } = useTexts("admin");
  return (
    <AdminItem
      name={user.name}
      to={href("adminUser", { user: user.id })}
      before={
        <Avatar src={user.avatar} radius="xl" color="spruce" variant="filled" alt="" visibleFrom="xs">
          {initials(user.name)}
        </Avatar>
      }
      marks={<UserMarks user={user} />}
    >
      <Small>{user.email}</Small>
      <Line
        size="xs"
        mt={4}
        of={[
          t("admin.users.since", { when: date(user.created_at) }),
          user.seen_at ? t("admin.users.seen", { when: ago(user.seen_at) }) : t("admin.users.neverSeen"),
        ]}
      />
    </AdminItem>
  );
}

/** A new account, and then its one-time link. */
function NewUser({ onClose }: { onClose: () => void }) {
  const { t } = useTexts("admin");
  const [link, setLink] = useState<OneTimeLink | null>(null);
  return (
    <Dialog isKept={link !== null} title={t(link ? "admin.new.made" : "admin.new.title")} onClose={onClose}>
      {link ? <LinkShown link={link} onDone={onClose} /> : <Content onMade={setLink} onCancel={onClose} />}
    </Dialog>
  );
}

function Content({ onMade, onCancel }: { onMade: (link: OneTimeLink) => void; onCancel: () => void }) {
  const { t } = useTexts("admin");
  const shown = usePageLanguage();
  const isSuper = useUser().role === "super-admin";
  const form = useActionForm({ name: "", email: "", role: "user" as Role, language: shown });
  const make = async () => onMade((await unwrap(api.POST("/api/admin/users", { body: form.values }))).link);
  return (
    <Form {...form.submits(make)} go={t("admin.new.save")} onCancel={onCancel}>
      <TextInput data-autofocus autoComplete="off" {...form.needs("name", t("admin.new.name"))} />
      <TextInput type="email" autoComplete="off" {...form.needs("email", t("admin.new.email"))} />
      <Choice
        values={LANGUAGES}
        text={(language) => t(`admin.language.${language}`)}
        {...form.field("language", t("admin.new.language"))}
      />
      {isSuper && (
        <Choice
          values={ROLES}
          text={(role) => t(`admin.role.${role}`)}
          {...form.field("role", t("admin.new.role"))}
        />
      )}
    </Form>
  );
}
