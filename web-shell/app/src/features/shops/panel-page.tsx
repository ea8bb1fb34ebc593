import { Anchor, Card, Center, Group, Stack, Text, Title } from "@mantine/core";
import type { User } from "@sitewright/sdk/shell";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { Navigate, useLocation, useNavigate, useParams } from "react-router";
import { api, unwrap, useApi } from "../../api/client";
import { isFramed } from "../../api/frame";
import { signOut, useRegistrationOpen, userQuery } from "../../api/session";
import { useAction } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { FormAlert } from "../../ui/form";
import { notify } from "../../ui/notify";
import { Loading, PageTitle } from "../../ui/page";
import { Dim, TextButton } from "../../ui/texts";
import { type Opening, stepOf, type Trouble } from "./panel";
import { SHOPS } from "./shops";

/** The user may open the link of the mail in another window. */
const ASK_MS = 5_000;

/** What the server has said about an address of this page. A sign-in clears the cache of queries, but not this. */
const openings = new Map<string, Opening>();

/**
 * The page of an application in the panel of a shop, where it is in a frame. It leads to the connected shop: the visitor
 * signs in, and connects the shop if it has no account yet.
 */
export default function PanelPage() {
  const { data: user, isError } = useQuery({ ...userQuery, refetchInterval: whileUnverified });
  const visitor = isError ? null : user;
  // Another visitor may have another right to the shop.
  return <Panel key={visitor?.id ?? ""} user={visitor} />;
}

const whileUnverified = ({ state: { data } }: { state: { data: User | null | undefined } }) =>
  data && !data.email_verified_at ? ASK_MS : false;

function Panel({ user }: { user: User | null | undefined }) {
  const { href } = useTexts();
  const { system = "" } = useParams();
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const { data, error, refetch, isFetching } = useApi(
    "/api/shop-applications/{system}/opening",
    { path: { system }, query: { query: search.slice(1) } },
    { quiet: true, throwOnError: false, enabled: user !== undefined },
  );
  useEffect(() => {
    if (data) openings.set(address, data);
  }, [address, data]);
  const step = stepOf({
    opening: data,
    problem: error,
    kept: openings.get(address),
    user: user && { isVerified: Boolean(user.email_verified_at) },
  });
  switch (step.do) {
    case "wait":
      return <Loading h={240} radius="lg" maw={480} mx="auto" />;
    case "go":
      return <Navigate to={step.shop ? href("shop", { shop: step.shop }) : href("shops")} replace />;
    case "explain":
      return <Explained trouble={step.trouble} user={user} isBusy={isFetching} onAgain={refetch} />;
    case "enter":
      return <Enter opening={step.opening} isNew={step.isNew} address={address} />;
    case "verify":
      return <Verify opening={step.opening} email={user?.pending_email ?? user?.email ?? ""} />;
    case "leave":
      return <Leave opening={step.opening} email={user?.email ?? ""} />;
    case "connect":
      return <Connect system={system} opening={step.opening} email={user?.email ?? ""} onRefused={refetch} />;
  }
}

type StepCardProps = {
  /** The title of the page, and its heading if that is another one. */
  title: string;
  heading?: string;
  text: string;
  opening?: Opening;
  /** The actions, the main one first. */
  children: ReactNode;
  below?: ReactNode;
};

/** One step: what it is about, and what the visitor can do. */
function StepCard({ title, heading = title, text, opening, children, below }: StepCardProps) {
  return (
    <Center px="md" py="xl">
      <PageTitle>{title}</PageTitle>
      <Card withBorder padding="lg" w="100%" maw={480}>
        <Stack gap="md">
          {opening && (
            <Dim style={{ overflowWrap: "anywhere" }}>{`${opening.system_name} · ${opening.host}`}</Dim>
          )}
          <Title order={1} size="h2" style={{ overflowWrap: "anywhere" }}>
            {heading}
          </Title>
          <Text style={{ overflowWrap: "anywhere" }}>{text}</Text>
          <Group gap="sm">{children}</Group>
          {below}
        </Stack>
      </Card>
    </Center>
  );
}

/** Browsers may keep a frame from signing in; a window of its own has no such limits. */
function OwnWindow() {
  const { t } = useTexts("shops");
  if (!isFramed()) return null;
  return (
    <Dim>
      {t("shops.panel.windowText")}{" "}
      <Anchor href={location.href} target="_blank" rel="noopener" size="sm" underline="always">
        {t("shops.panel.window")}
      </Anchor>
    </Dim>
  );
}

type EnterProps = { opening: Opening; isNew: boolean; address: string };

function Enter({ opening, isNew, address }: EnterProps) {
  const { t, href } = useTexts("shops");
  const isOpen = useRegistrationOpen() && isNew;
  const next = `?next=${encodeURIComponent(address)}`;
  const { host } = opening;
  return (
    <StepCard
      title={t(isNew ? "shops.panel.enterNew" : "shops.panel.enter")}
      text={t(isNew ? "shops.panel.enterNewText" : "shops.panel.enterText", { host })}
      opening={opening}
      below={<OwnWindow />}
    >
      <TextButton label={t("shops.panel.signIn")} isMain to={href("login") + next} />
      {isOpen && <TextButton label={t("shops.panel.register")} to={href("register") + next} />}
    </StepCard>
  );
}

/** Signs out; the page then asks for the right account. */
function useOtherAccount() {
  const { t } = useTexts("shops");
  const action = useAction();
  return (
    <>
      <TextButton label={t("shops.panel.otherAccount")} {...action.press(signOut, undefined, null)} />
      {action.dialog}
    </>
  );
}

function Verify({ opening, email }: { opening: Opening; email: string }) {
  const { t } = useTexts("shops");
  const { message, press } = useAction();
  const other = useOtherAccount();
  const again = async () => {
    await unwrap(api.POST("/api/email/verification-notification"));
    notify.success(t("shops.panel.sent"));
  };
  return (
    <StepCard
      title={t("shops.panel.verify")}
      text={t("shops.panel.verifyText", { email })}
      opening={opening}
      below={<FormAlert>{message}</FormAlert>}
    >
      <TextButton label={t("shops.panel.sendAgain")} isMain {...press(again, undefined, null)} />
      {other}
    </StepCard>
  );
}

type ConnectProps = { system: string; opening: Opening; email: string; onRefused: () => void };

function Connect({ system, opening, email, onRefused }: ConnectProps) {
  const { t, href } = useTexts("shops");
  const navigate = useNavigate();
  const queries = useQueryClient();
  const action = useAction();
  const other = useOtherAccount();
  const { host, ticket } = opening;
  const connect = async () => {
    const params = { path: { system } };
    try {
      const claim = api.POST("/api/shop-applications/{system}/claims", { params, body: { ticket } });
      const shop = await unwrap(claim);
      await queries.invalidateQueries({ ...SHOPS, refetchType: "none" });
      await navigate(href("shop", { shop: shop.id }), { replace: true });
    } catch (problem) {
      onRefused();
      throw problem;
    }
  };
  return (
    <StepCard
      title={t("shops.panel.connect", { host })}
      heading={t("shops.panel.connectTo", { host, email })}
      text={t("shops.panel.connectText")}
      opening={opening}
      below={<FormAlert>{action.message}</FormAlert>}
    >
      <TextButton label={t("shops.panel.go")} isMain {...action.press(connect, undefined, null)} />
      {other}
      {action.dialog}
    </StepCard>
  );
}

function Leave({ opening, email }: { opening: Opening; email: string }) {
  const { t, href } = useTexts("shops");
  const other = useOtherAccount();
  const { host } = opening;
  return (
    <StepCard
      title={t("shops.panel.leave")}
      text={t("shops.panel.leaveText", { host, email })}
      opening={opening}
    >
      {other}
      <TextButton label={t("shops.panel.toShops")} to={href("shops")} />
    </StepCard>
  );
}

type ExplainedProps = {
  trouble: Trouble;
  user: User | null | undefined;
  isBusy: boolean;
  onAgain: () => void;
};

/** Why the page cannot go on, and where the visitor can. */
function Explained({ trouble, user, isBusy, onAgain }: ExplainedProps) {
  const { t, href } = useTexts("shops");
  const isTemporary = trouble === "missing" || trouble === "unknown";
  return (
    <StepCard
      title={t(`shops.panel.trouble.${trouble}.title`)}
      text={t(`shops.panel.trouble.${trouble}.text`)}
    >
      {isTemporary && (
        <TextButton
          label={t("shell.loading.retry")}
          icon="again"
          isMain
          loading={isBusy}
          onClick={() => onAgain()}
        />
      )}
      {user ? (
        <TextButton label={t("shops.panel.toShops")} to={href("shops")} />
      ) : (
        <TextButton
          label={t("shops.panel.signIn")}
          to={`${href("login")}?next=${encodeURIComponent(href("shops"))}`}
        />
      )}
    </StepCard>
  );
}
