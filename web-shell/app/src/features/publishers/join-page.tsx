import { Group, Text } from "@mantine/core";
import { ApiProblem } from "@sitewright/sdk/shell";
import { useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate } from "react-router";
import { apiQuery, isRefusal } from "../../api/client";
import { signOut, useUser } from "../../api/session";
import { useAction } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { FormAlert } from "../../ui/form";
import { InvitationFrame } from "../../ui/invitation-frame";
import { Loading, Notice, Section } from "../../ui/page";
import { Dim, TextButton } from "../../ui/texts";
import { join, useInvitation } from "./members";

/** The target of the link in an invitation: the offered role, and the buttons to answer. */
export default function JoinPage() {
  const { t } = useTexts("portal");
  return (
    <InvitationFrame title={t("portal.join.title")} missing={t("portal.join.missing")}>
      {(token) => <Invited token={token} />}
    </InvitationFrame>
  );
}

/** The invitation is for another account: shows the current one, and a button to change it. */
function OtherAccount({ text }: { text: string }) {
  const { t, href } = useTexts("portal");
  const { email } = useUser();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { press } = useAction();
  const change = async () => {
    await signOut();
    await navigate(`${href("login")}?next=${encodeURIComponent(pathname + search)}`, { replace: true });
  };
  return (
    <>
      <Notice role="alert">{`${text} ${t("portal.join.signedIn", { email })}`}</Notice>
      <Group>
        <TextButton label={t("portal.join.change")} {...press(change)} />
      </Group>
    </>
  );
}

function Invited({ token }: { token: string }) {
  const { t, href, dateTime } = useTexts("portal");
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: invited, error } = useInvitation(token);
  const { message, press } = useAction();
  if (error instanceof ApiProblem && error.code === "publishers.invited-other")
    return <OtherAccount text={error.message} />;
  if (isRefusal(error)) return <Notice role="alert">{error.message}</Notice>;
  if (!invited) return <Loading h={160} radius="lg" />;
  const accept = async () => {
    const own = await join(token);
    queries.setQueryData(apiQuery("/api/publisher", {}).queryKey, own);
    await navigate(href("publisher"), { replace: true });
  };
  const { name, publisher, role, invited_by, expires_at } = invited;
  return (
    <Section title={t("portal.join.to", { name, publisher })}>
      <Text>{t("portal.join.by", { name: invited_by, role: t(`portal.role.${role}`) })}</Text>
      <Text>{t(`portal.role.${role}Text`)}</Text>
      <Dim>{t("portal.join.terms", { when: dateTime(expires_at) })}</Dim>
      <FormAlert>{message}</FormAlert>
      <Group justify="flex-end">
        <TextButton label={t("portal.join.later")} to={href("dashboard")} />
        <TextButton label={t("portal.join.go")} isMain {...press(accept, t("portal.join.done", { name }))} />
      </Group>
    </Section>
  );
}
