import { Anchor, Box, Group, Stack, Title } from "@mantine/core";
import { Navigate, useParams, useSearchParams } from "react-router";
import { isRefusal, useApi } from "../../api/client";
import { useAction } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { BackLink, EmptyState, Loading, PageTitle } from "../../ui/page";
import { Dim, TextButton } from "../../ui/texts";
import { AddressContent } from "./address-content";
import { AddressFactsPart } from "./address-facts";
import { AddressFindings } from "./address-findings";
import { AddressLinks } from "./address-links";
import { AddressRendering } from "./address-rendering";
import { AddressSearch } from "./address-search";
import { type AddressFacts, AUDITS, checkAgain, pathOf, useNewest, useProject } from "./audits";
import { findingsOf } from "./counts";
import { StatusBadge } from "./marks";
import { useWords } from "./words";
import "./audits.css";

/** One page of an audit. An address without the audit leads to the page in the newest one. */
export default function AddressPage() {
  const { page = "" } = useParams();
  const [search] = useSearchParams();
  const audit = search.get("audit");
  return audit ? <Found audit={audit} page={page} /> : <InNewest page={page} />;
}

function InNewest({ page }: { page: string }) {
  const words = useWords();
  const project = useProject();
  const newest = useNewest(project?.id);
  if (project === null || newest === null) return <Gone />;
  if (!newest) return <Loading h={320} radius="lg" />;
  return <Navigate to={words.addressHref(newest.id, Number(page) || 0)} replace />;
}

function Gone() {
  const { t, href } = useTexts("audits");
  return (
    <EmptyState icon="search" level={1} title={t("audits.page.goneTitle")} text={t("audits.page.goneText")}>
      <BackLink to={href("audits")}>{t("audits.start.title")}</BackLink>
    </EmptyState>
  );
}

function Found({ audit, page }: { audit: string; page: string }) {
  const { t, href } = useTexts("audits");
  const number = Number(page) || 0;
  const { data, error } = useApi(
    "/api/audits/{id}/pages/{number}",
    { path: { id: audit, number } },
    { quiet: true, throwOnError: false },
  );
  if (!data && isRefusal(error)) return <Gone />;
  if (!data) return <Loading h={320} radius="lg" />;
  return (
    <Stack gap="lg" maw={1080} mx="auto">
      <PageTitle>{`${pathOf(data.url)} – ${t("audits.start.title")}`}</PageTitle>
      <BackLink to={href("auditPages", { audit })}>{t("audits.part.pages")}</BackLink>
      <Head audit={audit} address={data} />
      <AddressSearch address={data} />
      <AddressFindings audit={audit} address={data} />
      <AddressLinks key={number} audit={audit} address={data} />
      <AddressFactsPart address={data} />
      <AddressRendering address={data} />
      <AddressContent address={data} />
    </Stack>
  );
}

function Head({ audit, address }: { audit: string; address: AddressFacts }) {
  const { t } = useTexts("audits");
  const action = useAction();
  return (
    <Group justify="space-between" align="flex-start">
      <Box miw={0} flex="1 1 18rem">
        <Group gap="sm">
          <Title order={1}>{pathOf(address.url)}</Title>
          <StatusBadge status={address.status} />
        </Group>
        <Dim mt={4} style={{ overflowWrap: "anywhere" }}>
          <Anchor href={address.url} target="_blank" rel="noopener noreferrer" size="sm" underline="always">
            {address.url}
          </Anchor>
        </Dim>
      </Box>
      {/* Only findings are checked again. */}
      {findingsOf(address) > 0 && (
        <TextButton
          label={t("audits.again.page")}
          icon="again"
          {...action.press(
            () => checkAgain(audit, { page: address.number }),
            t("audits.again.started"),
            AUDITS,
          )}
        />
      )}
      {action.dialog}
    </Group>
  );
}
