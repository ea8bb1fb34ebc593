import { Group, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { TOOLS } from "../../api/catalogue-cache";
import { api, isRefusal, quietly, unwrap } from "../../api/client";
import { useTexts } from "../../i18n/use-texts";
import { FormAlert, useSubmit } from "../../ui/form";
import { InvitationFrame } from "../../ui/invitation-frame";
import { notify } from "../../ui/notify";
import { Loading, Notice, Section } from "../../ui/page";
import { TextButton } from "../../ui/texts";

/** The target of an invitation link to an unlisted tool: the tool, and the buttons to answer. */
export default function InvitationPage() {
  const { t } = useTexts("invited");
  return (
    <InvitationFrame title={t("invited.page.title")} missing={t("invited.page.missing")}>
      {(token) => <Invited token={token} />}
    </InvitationFrame>
  );
}

function Invited({ token }: { token: string }) {
  const { t, href } = useTexts("invited");
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { message, busy, submit } = useSubmit();
  const { data: invited, error } = useQuery({
    queryKey: ["/api/tool-invitations/look", token],
    queryFn: () => unwrap(api.POST("/api/tool-invitations/look", { body: { token }, headers: quietly })),
    retry: false,
    throwOnError: false,
    staleTime: 0,
  });
  if (isRefusal(error)) return <Notice role="alert">{error.message}</Notice>;
  if (!invited) return <Loading h={160} radius="lg" />;
  const { tool, name, summary, publisher, invited_by, has, locked } = invited;
  const accept = () =>
    submit(async () => {
      await unwrap(api.POST("/api/tool-invitations/accept", { body: { token } }));
      await queries.invalidateQueries(TOOLS);
      notify.success(t("invited.page.done", { name }));
      await navigate(href("tool", { tool }), { replace: true });
    });
  return (
    <Section title={name} lead={summary}>
      <Text>
        {invited_by
          ? t("invited.page.by", { name: invited_by, publisher })
          : t("invited.page.from", { publisher })}
      </Text>
      {locked && <Text>{t("invited.page.locked")}</Text>}
      {has && <Text>{t("invited.page.has")}</Text>}
      <FormAlert>{message}</FormAlert>
      <Group justify="flex-end">
        <TextButton label={t("invited.page.later")} to={href("tools")} />
        {has ? (
          <TextButton label={t("invited.page.open")} isMain to={href("tool", { tool })} />
        ) : (
          <TextButton label={t("invited.page.go")} isMain loading={busy} onClick={accept} />
        )}
      </Group>
    </Section>
  );
}
