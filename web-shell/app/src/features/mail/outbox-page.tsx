import { AdminTable } from "../../admin/admin";
import { type ListFilter, useList } from "../../api/use-list";
import { useAction } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { figure } from "../../ui/data-table";
import { FilterBar } from "../../ui/filter-bar";
import { FilterSelect } from "../../ui/filter-select";
import { sortingOf } from "../../ui/sorting";
import { StateBadge } from "../../ui/state-badge";
import { TextButton } from "../../ui/texts";
import { type MailStatus, type MailSummary, retryMail, STATUSES } from "./outbox";

const SORTS = ["created", "subject", "recipient", "status"] as const;
const usual = { by: "created", order: "desc" } as const;

/** Mails that were sent, wait or failed, or are kept because there is no mail server. */
export default function OutboxPage() {
  const { t, href, dateTime, number } = useTexts("admin");
  const list = useList("/api/admin/outbox", (filter) => {
    const { by: sort, order } = sortingOf(filter, SORTS, usual);
    return { query: { status: STATUSES.find((status) => status === filter.get("status")), sort, order } };
  });
  return (
    <AdminTable
      title={t("admin.outbox.title")}
      lead={t("admin.outbox.lead")}
      filters={<StatusFilter filter={list.filter} />}
      list={list}
      empty={{ icon: "mail", title: t("admin.outbox.none"), text: t("admin.outbox.noneText") }}
      width={900}
      columns={[
        { title: t("admin.outbox.subject"), isHead: true, sort: "subject", cell: ({ subject }) => subject },
        { title: t("admin.outbox.recipient"), sort: "recipient", cell: ({ recipient }) => recipient },
        {
          title: t("admin.outbox.status"),
          sort: "status",
          cell: ({ status }) => <MailBadge status={status} />,
        },
        figure(t("admin.outbox.attempts"), ({ attempts }: MailSummary) => number(attempts)),
        {
          title: t("admin.outbox.created"),
          sort: "created",
          first: "desc",
          isWhole: true,
          cell: ({ created_at }) => dateTime(created_at),
        },
        {
          title: t("admin.outbox.error"),
          isLong: true,
          cell: ({ status, last_error }) => (status !== "sent" && last_error) || "–",
        },
      ]}
      keyOf={({ id }) => id}
      sorting={sortingOf(list.filter, SORTS, usual)}
      to={({ id }) => href("adminMail", { mail: id })}
      actions={(mail) => <RetryMail mail={mail} size="compact-sm" />}
    />
  );
}

function StatusFilter({ filter }: { filter: ListFilter }) {
  const { t } = useTexts("admin");
  return (
    <FilterBar filter={filter} names={["status"]}>
      <FilterSelect
        filter={filter}
        name="status"
        any={t("admin.outbox.anyStatus")}
        w={{ base: "100%", xs: 240 }}
        label={t("admin.outbox.status")}
        data={STATUSES.map((status) => ({ value: status, label: t(`admin.mailStatus.${status}`) }))}
      />
    </FilterBar>
  );
}

const MARKS = { kept: "plain", waiting: "warn", sent: "good", failed: "bad" } as const;

export function MailBadge({ status }: { status: MailStatus }) {
  const { t } = useTexts("admin");
  return <StateBadge mark={MARKS[status]}>{t(`admin.mailStatus.${status}`)}</StateBadge>;
}

/** Retries a failed mail. */
export function RetryMail({ mail, size }: { mail: MailSummary; size?: "compact-sm" }) {
  const { t } = useTexts("admin");
  const { press } = useAction();
  if (mail.status !== "failed") return null;
  return (
    <TextButton
      label={t("admin.outbox.retry")}
      size={size}
      {...press(() => retryMail(mail.id), t("admin.outbox.retried"))}
    />
  );
}
