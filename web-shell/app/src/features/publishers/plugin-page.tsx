import { Group, Select, Stack, Table, Text, Textarea, Title } from "@mantine/core";
import { useFormats } from "@sitewright/sdk/shell";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useApi, useLoaded } from "../../api/query";
import { ConfirmDialog } from "../../confirm/confirm-dialog";
import { useAction, useActionForm } from "../../confirm/use-action";
import { useHref, usePageLanguage } from "../../i18n/use-page-language";
import { BackLink } from "../../ui/back-link";
import { FormAlert } from "../../ui/form-alert";
import { FormDialog } from "../../ui/form-dialog";
import { Loading } from "../../ui/loading";
import { PageTitle } from "../../ui/page-title";
import { Section } from "../../ui/section";
import { Dim, Line, TextButton } from "../../ui/texts";
import { LinksSection } from "./links-section";
import { listingActions } from "./listing";
import { type Figures, ownQuery, type PluginStats, statsQuery, tableOf } from "./publisher";
import "./publishers.css";

const NOTE_CHARS = 2000;

const SPANS = [7, 30, 90] as const;

const COLUMNS = ["runs", "accounts", "words", "faults", "breakdowns", "good", "bad"] as const;

/** How one plugin fares: counts by version and by day. */
export default function PluginPage() {
  const { t } = useTranslation("portal");
  const { plugin: id = "" } = useParams();
  const href = useHref();
  const [days, setDays] = useState(30);
  const first = useLoaded(statsQuery(id));
  const { data: stats = first } = useQuery(statsQuery(id, days));
  return (
    <Stack gap="lg" maw={860} mx="auto">
      <PageTitle>{`${stats.name} – ${t("portal.page.title")}`}</PageTitle>
      <BackLink to={href("publisherPlugins")}>{t("portal.page.plugins")}</BackLink>
      <div>
        <Title order={1} className="partner-long">
          {stats.name}
        </Title>
        <Text c="dimmed" className="partner-long">
          {stats.id}
        </Text>
      </div>
      <Group justify="space-between" align="flex-end">
        <Select
          label={t("portal.stats.span")}
          allowDeselect={false}
          data={SPANS.map((span) => ({
            value: String(span),
            label: t("portal.stats.days", { count: span }),
          }))}
          value={String(days)}
          onChange={(span) => setDays(Number(span))}
        />
        <TextButton label={t("portal.stats.csv")} file={tableOf(id, days)} />
      </Group>
      <Whole stats={stats} />
      <ListingSection id={id} />
    </Stack>
  );
}

function Whole({ stats }: { stats: PluginStats }) {
  const { t } = useTranslation("portal");
  const { day } = useDays();
  if (stats.days.length === 0) return <Text c="dimmed">{t("portal.stats.none")}</Text>;
  return (
    <>
      <Section title={t("portal.stats.byVersion")} lead={t("portal.stats.lead")}>
        <Counts
          title={t("portal.stats.byVersion")}
          first={t("portal.stats.version")}
          rows={stats.versions.map((figures) => ({ name: figures.version, figures }))}
          total={stats.total}
        />
      </Section>
      <Section title={t("portal.stats.byDay")}>
        <Counts
          title={t("portal.stats.byDay")}
          first={t("portal.stats.day")}
          rows={stats.days.map((figures) => ({ name: day(figures.day), figures }))}
        />
      </Section>
    </>
  );
}

/** Days are counted in UTC, so they are named in it. */
function useDays() {
  const language = usePageLanguage();
  const format = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
  return { day: (moment: string) => format.format(new Date(moment)) };
}

type Props = {
  title: string;
  /** What the first column is called. */
  first: string;
  rows: { name: string; figures: Figures }[];
  total?: Figures;
};

/** Figures in a table; in a narrow window it scrolls inside its box. */
function Counts({ title, first, rows, total }: Props) {
  const { t } = useTranslation("portal");
  const { number } = useFormats();
  const line = (name: string, figures: Figures, weight?: number) => (
    <Table.Tr key={name} fw={weight}>
      <Table.Th scope="row" fw={weight ?? 400} style={{ whiteSpace: "nowrap" }}>
        {name}
      </Table.Th>
      {COLUMNS.map((column) => (
        <Table.Td key={column} ta="right">
          {number(figures[column])}
        </Table.Td>
      ))}
    </Table.Tr>
  );
  return (
    <Table.ScrollContainer minWidth={640} type="native" tabIndex={0} aria-label={title} role="group">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{first}</Table.Th>
            {COLUMNS.map((column) => (
              <Table.Th key={column} scope="col" ta="right">
                {t(`portal.figure.${column}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ name, figures }) => line(name, figures))}
          {total && line(t("portal.stats.total"), total, 600)}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** Whether the lists of the catalogue show a plugin, what can be done about that, and who is let in where they do not. */
function ListingSection({ id }: { id: string }) {
  const { t } = useTranslation("portal");
  const { number } = useFormats();
  const { data: listing } = useApi("/api/publisher/plugins/{id}/listing", { path: { id } });
  const { data: own } = useQuery(ownQuery);
  const { message, busy, act } = useAction();
  const [open, setOpen] = useState<"end" | "ask">();
  if (!listing || !own) return <Loading h={120} radius="lg" />;
  const isOwner = own.publisher?.role === "owner";
  const { listed, approved, request, users, guests } = listing;
  const state = listed ? "listed" : request ? "asked" : "unlisted";
  const counts = [
    t("portal.listing.users", { count: users, number: number(users) }),
    t("portal.listing.guests", { count: guests, number: number(guests) }),
  ];
  return (
    <>
      <Section title={t("portal.listing.title")}>
        <Text>{t(`portal.listing.${state}`)}</Text>
        <Line of={counts} />
        <FormAlert>{message}</FormAlert>
        {isOwner ? (
          <Group>
            {listed && <TextButton label={t("portal.listing.end")} onClick={() => setOpen("end")} />}
            {!listed && !request && (
              <TextButton
                label={t(approved ? "portal.listing.begin" : "portal.listing.ask")}
                loading={busy}
                onClick={() =>
                  approved
                    ? act(() => listingActions.list(id, true), t("portal.listing.begun"))
                    : setOpen("ask")
                }
              />
            )}
            {request && (
              <TextButton
                label={t("portal.listing.withdraw")}
                loading={busy}
                onClick={() => act(() => listingActions.list(id, false), t("portal.listing.withdrawn"))}
              />
            )}
          </Group>
        ) : (
          <Dim>{t("portal.listing.owners")}</Dim>
        )}
        {open === "end" && (
          <ConfirmDialog
            title={t("portal.listing.endTitle")}
            text={t("portal.listing.endText", { count: users, number: number(users) })}
            go={t("portal.listing.end")}
            done={t("portal.listing.ended")}
            act={() => listingActions.list(id, false)}
            onClose={() => setOpen(undefined)}
          >
            <Text>{t(approved ? "portal.listing.endBack" : "portal.listing.endAsk")}</Text>
          </ConfirmDialog>
        )}
        {open === "ask" && <Ask id={id} onClose={() => setOpen(undefined)} />}
      </Section>
      {!listed && <LinksSection id={id} />}
    </>
  );
}

function Ask({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation("portal");
  const form = useActionForm({ note: "" });
  const { note } = form.values;
  const ask = async () => {
    await listingActions.list(id, true, note);
    onClose();
  };
  return (
    <FormDialog
      title={t("portal.listing.ask")}
      onClose={onClose}
      of={form}
      onSubmit={() => form.act(ask, t("portal.listing.askDone"))}
      go={t("portal.listing.askGo")}
    >
      <Text>{t("portal.listing.askText")}</Text>
      <Textarea
        data-autofocus
        autosize
        minRows={2}
        maxLength={NOTE_CHARS}
        label={t("portal.listing.note")}
        {...form.field("note")}
      />
    </FormDialog>
  );
}
