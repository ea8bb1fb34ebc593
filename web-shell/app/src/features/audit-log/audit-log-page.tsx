import { Code, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { AdminTable } from "../../admin/admin";
import { ROLES } from "../../admin/users";
import { type ListFilter, useList } from "../../api/use-list";
import { useTexts } from "../../i18n/use-texts";
import { dayStart } from "../../ui/day-start";
import { FilterBar } from "../../ui/filter-bar";
import { FilterSelect } from "../../ui/filter-select";
import { useTyped } from "../../ui/list";
import { sortingOf } from "../../ui/sorting";
import { TextLink } from "../../ui/texts";
import { type AuditEntry, type AuditUser, actionsIn, keyOf, nameIn } from "./audit-log";

const FILTERS = ["action", "actor", "subject", "from", "to"] as const;
const SORTS = ["created", "action"] as const;
const usual = { by: "created", order: "desc" } as const;

/** The actions of administrators, in the reader's language. */
export default function AuditPage() {
  const { t, dateTime } = useTexts("admin");
  // The latest actions must be shown.
  const list = useList(
    "/api/admin/audit-log",
    (filter) => {
      const { get } = filter;
      const { by: sort, order } = sortingOf(filter, SORTS, usual);
      return {
        query: {
          action: get("action") || undefined,
          actor: get("actor") || undefined,
          subject: get("subject") || undefined,
          from: dayStart(get("from")),
          to: dayStart(get("to"), 1),
          sort,
          order,
        },
      };
    },
    { staleTime: 0 },
  );
  return (
    <AdminTable
      title={t("admin.audit.title")}
      lead={t("admin.audit.lead")}
      filters={<Filters filter={list.filter} />}
      list={list}
      empty={{ icon: "shield", title: t("admin.audit.none"), text: t("admin.audit.noneText") }}
      width={900}
      columns={[
        {
          title: t("admin.audit.action"),
          isHead: true,
          isLong: true,
          sort: "action",
          cell: (entry) => <ActionText entry={entry} />,
        },
        { title: t("admin.audit.by"), cell: (entry) => <Actor entry={entry} /> },
        { title: t("admin.audit.about"), isLong: true, cell: ({ subject }) => <Subject of={subject} /> },
        {
          title: t("admin.audit.when"),
          sort: "created",
          first: "desc",
          isWhole: true,
          cell: ({ created_at }) => dateTime(created_at),
        },
        { title: t("admin.audit.network"), cell: ({ network }) => network ?? "–" },
      ]}
      keyOf={({ id }) => id}
      sorting={sortingOf(list.filter, SORTS, usual)}
    />
  );
}

function Filters({ filter }: { filter: ListFilter }) {
  const { t, i18n } = useTexts("admin");
  const { input: actor } = useTyped(filter, "actor");
  const { input: subject } = useTyped(filter, "subject");
  const actions = actionsIn(i18n).map((value) => {
    const key = keyOf(value);
    return { value, label: t(`admin.kind.${key}`) };
  });
  const day = (name: "from" | "to") => (
    <TextInput
      type="date"
      w={{ base: "100%", xs: 150 }}
      label={t(`admin.audit.${name}`)}
      value={filter.get(name)}
      onChange={(event) => filter.set(name, event.currentTarget.value, true)}
    />
  );
  return (
    <FilterBar filter={filter} names={FILTERS}>
      <FilterSelect
        filter={filter}
        name="action"
        any={t("admin.audit.anyAction")}
        searchable
        w={{ base: "100%", xs: 220 }}
        label={t("admin.audit.action")}
        data={actions}
      />
      <TextInput flex="1 1 12rem" label={t("admin.audit.actor")} autoComplete="off" {...actor} />
      <TextInput flex="1 1 12rem" label={t("admin.audit.subject")} autoComplete="off" {...subject} />
      {day("from")}
      {day("to")}
    </FilterBar>
  );
}

function Actor({ entry: { actor, impersonator } }: { entry: AuditEntry }) {
  const { t } = useTexts("admin");
  return (
    <>
      <UserLink user={actor} />
      {impersonator && (
        <span className="sw-table-two sw-table-fine">
          {t("admin.audit.really")} <UserLink user={impersonator} />
        </span>
      )}
    </>
  );
}

const Subject = ({ of }: { of: AuditEntry["subject"] }) =>
  of.kind === "user" ? <UserLink user={of} /> : (of.name ?? of.id);

/** Actions on the server's command line belong to no account. */
const COMMAND_LINE = "command-line";

function UserLink({ user }: { user: AuditUser }): ReactNode {
  const { t, href } = useTexts("admin");
  if (user.id === COMMAND_LINE) return <em>{t("admin.audit.commandLine")}</em>;
  if (user.name === null) return <em>{t("admin.audit.gone")}</em>;
  return <TextLink to={href("adminUser", { user: user.id })}>{user.name}</TextLink>;
}

const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** The action as a sentence; an unknown one as its code and values. */
function ActionText({ entry: { action, details } }: { entry: AuditEntry }) {
  const { t, i18n, language, number } = useTexts("admin");
  const values = (details ?? {}) as Record<string, unknown>;
  const key = keyOf(action);
  if (!i18n.exists(`admin.kind.${key}`)) {
    const rest = Object.entries(values).map(([name, value]) => `${name}: ${text(value)}`);
    return (
      <>
        <Code>{action}</Code> {rest.join(", ")}
      </>
    );
  }
  const named = (value: unknown) => {
    const role = ROLES.find((role) => role === value);
    return role ? t(`admin.role.${role}`) : nameIn(value, language);
  };
  const count = Number(values.words ?? values.pages ?? values.count ?? 0);
  return t(`admin.deed.${key}`, {
    count,
    number: number(count),
    reason: values.reason,
    tool: values.tool,
    tools: values.tools,
    role: named(values.role),
    from: named(values.from),
    to: named(values.to),
    plan: nameIn(values.plan, language),
    version: values.version,
    method: values.method,
    path: values.path,
    name: nameIn(values, language),
  });
}
