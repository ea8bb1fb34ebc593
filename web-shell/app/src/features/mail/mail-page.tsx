import { Group, Text } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useParams } from "react-router";
import { Facts } from "../../admin/admin";
import { useLoaded } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { CopyButton } from "../../ui/copy-button";
import { DetailPage, Section } from "../../ui/page";
import { linkIn, type Mail, mailQuery } from "./outbox";
import { MailBadge, RetryMail } from "./outbox-page";
import "../../admin/admin.css";

/** One mail as it was written. Its HTML is shown in a frame without scripts. */
export default function MailPage() {
  const { t, href } = useTexts("admin");
  const { mail: id = "" } = useParams();
  const mail = useLoaded(mailQuery(id));
  return (
    <DetailPage
      name={mail.subject}
      list={t("admin.outbox.title")}
      back={href("adminOutbox")}
      marks={<MailBadge status={mail.status} />}
    >
      <Overview mail={mail} />
      {mail.text ? <Content mail={mail} /> : <Text c="dimmed">{t("admin.mail.notKept")}</Text>}
    </DetailPage>
  );
}

function Overview({ mail }: { mail: Mail }) {
  const { t, dateTime, number } = useTexts("admin");
  const link = linkIn(mail.text);
  const facts: [string, string | null | undefined][] = [
    [t("admin.mail.to"), mail.recipient],
    [t("admin.mail.language"), t(`admin.language.${mail.language}`)],
    [t("admin.mail.created"), dateTime(mail.created_at)],
    [t("admin.mail.sent"), mail.sent_at && dateTime(mail.sent_at)],
    [t("admin.mail.attempts"), mail.attempts > 0 ? number(mail.attempts) : null],
    [t("admin.mail.next"), mail.status === "waiting" ? dateTime(mail.due_at) : null],
    [t("admin.mail.error"), mail.status === "sent" ? null : mail.last_error],
  ];
  return (
    <Section title={t("admin.mail.facts")}>
      <Facts facts={facts} />
      {(link || mail.status === "failed") && (
        <Group>
          {link && (
            <CopyButton
              value={link}
              label={t("admin.mail.copy")}
              copied={t("admin.mail.copied")}
              leftSection={<Icon name="copy" size={16} />}
            />
          )}
          <RetryMail mail={mail} />
        </Group>
      )}
    </Section>
  );
}

function Content({ mail }: { mail: Mail }) {
  const { t } = useTexts("admin");
  return (
    <>
      <Section title={t("admin.mail.text")}>
        <pre className="admin-mail-text" lang={mail.language}>
          {mail.text}
        </pre>
      </Section>
      <Section title={t("admin.mail.html")}>
        <iframe className="admin-mail-frame" title={t("admin.mail.html")} sandbox="" srcDoc={mail.html} />
      </Section>
    </>
  );
}
