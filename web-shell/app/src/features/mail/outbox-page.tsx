import { AdminItem, AdminList } from "../../admin/admin";
import { type ListFilter, useList } from "../../api/use-list";
import { useAction } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { FilterSelect } from "../../ui/filter-select";
import { StateBadge } from "../../ui/state-badge";
import { Line, Small, TextButton } from "../../ui/texts";
import { type MailStatus, type MailSummary, retryMail, STATUSES } from "./outbox";

/** Mails that were sent, wait or failed, or are kept because there is no mail server. */
export default function OutboxPage() {
  const { t } = useTexts("admin");
  const list = useList("/api/admin/outbox", ({ get }) => ({
    query: { status: STATUSES.find((status) => status === get("status")) },
  }));
  return (
    <AdminList
      title={t("admin.outbox.title")}
      lead={t("admin.outbox.lead")}
      filters={<StatusFilter filter={list.filter} />}
      list={list}
      empty={{ icon: "mail", title: t("admin.outbox.none"), text: t("admin.outbox.noneText") }}
    >
      {(mail) => <Row key={mail.id} mail={mail} />}
    </AdminList>
  );
}

function StatusFilter({ filter }: { filter: ListFilter }) {
  const { t } = useTexts("admin");
  return (
    <FilterSelect
      filter={filter}
      name="status"
      any={t("admin.outbox.anyStatus")}
      w={{ base: "100%", xs: 240 }}
      label={t("admin.outbox.status")}
      data={STATUSES.map((status) => ({ value: status, label: t(`admin.mailStatus.${status}`) }))}
    />
  );
}

const MARKS = { kept: "plain", waiting: "warn", sent: "good", failed: "bad" } as const;

export function MailBadge({ status }: { status: MailStatus }) {
  const { t } = useTexts("admin");
  return <StateBadge mark={MARKS[status]}>{t(`admin.mailStatus.${status}`)}</StateBadge>;
}

function Row({ mail }: { mail: MailSummary }) {
  const { href, dateTime } = useTexts();
  return (
    <AdminItem
      name={mail.subject}
      to={href("adminMail", { mail: mail.id })}
      marks={<MailBadge status={mail.status} />}
    >
      <Small>{mail.recipient}</Small>
      <Line size="xs" mt={4} of={[dateTime(mail.created_at), mail.status !== "sent" && mail.last_error]} />
    </AdminItem>
  );
}

/** Retries a failed mail. */
export function RetryMail({ mail }: { mail: MailSummary }) {
  const { t } = useTexts("admin");
  const { press } = useAction();
  if (mail.status !== "failed") return null;
  return (
    <TextButton
      label={t("admin.outbox.retry")}
      {...press(() => retryMail(mail.id), t("admin.outbox.retried"))}
    />
  );
}
