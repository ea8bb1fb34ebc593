import { Group, Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { useApi, useLoaded } from "../../api/client";
import { ActionDialog, ConfirmDialog, useAction, useActionForm } from "../../confirm/action";
import { usePageLanguage, useTexts } from "../../i18n/use-texts";
import { DataTable, figure } from "../../ui/data-table";
import { FormAlert } from "../../ui/form";
import { LongText } from "../../ui/long-text";
import { DetailPage, Loading, Section } from "../../ui/page";
import { Dim, Line as Facts, TextButton } from "../../ui/texts";
import { LinksSection } from "./links-section";
import { listingActions } from "./listing";
import { type Figures, ownQuery, type PluginStats, statsQuery, tableOf } from "./publisher";
import "./publishers.css";

const NOTE_CHARS = 2000;

const SPANS = [7, 30, 90] as const;

const COLUMNS = ["runs", "accounts", "words", "faults", "breakdowns", "good", "bad"] as const;

/** The statistics of one plugin, by version and by day. */
export default function PluginPage() {
  const { t, href } = useTexts("portal");
  const { plugin: id = "" } = useParams();
  const [days, setDays] = useState(30);
  const first = useLoaded(statsQuery(id));
  const { data: stats = first } = useQuery(statsQuery(id, days));
  return (
    <DetailPage
      name={stats.name}
      list={t("portal.page.title")}
      back={href("publisherPlugins")}
      backText={t("portal.page.plugins")}
      lead={stats.id}
    >
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
    </DetailPage>
  );
}

function Whole({ stats }: { stats: PluginStats }) {
  const { t } = useTexts("portal");
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

/** Days are counted in UTC, so they are formatted in UTC. */
function useDays() {
  const language = usePageLanguage();
  const format = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
  return { day: (moment: string) => format.format(new Date(moment)) };
}

type Line = { name: string; figures: Figures };

type Props = {
  title: string;
  /** The heading of the first column. */
  first: string;
  rows: Line[];
  total?: Figures;
};

function Counts({ title, first, rows, total }: Props) {
  const { t, number } = useTexts("portal");
  return (
    <DataTable
      label={title}
      width={640}
      rows={rows}
      keyOf={({ name }) => name}
      total={total && { name: t("portal.stats.total"), figures: total }}
      columns={[
        { title: first, isHead: true, cell: ({ name }) => name },
        ...COLUMNS.map((column) =>
          figure(t(`portal.figure.${column}`), ({ figures }: Line) => number(figures[column])),
        ),
      ]}
    />
  );
}

/** Whether the catalogue lists a plugin, the actions to change that, and its invitations if it is unlisted. */
function ListingSection({ id }: { id: string }) {
  const { t, number } = useTexts("portal");
  const { data: listing } = useApi("/api/publisher/plugins/{id}/listing", { path: { id } });
  const { data: own } = useQuery(ownQuery);
  const { message, busy, act, press } = useAction();
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
        <Facts of={counts} />
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
                {...press(() => listingActions.list(id, false), t("portal.listing.withdrawn"))}
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
  const { t } = useTexts("portal");
  const form = useActionForm({ note: "" });
  const { note } = form.values;
  return (
    <ActionDialog
      title={t("portal.listing.ask")}
      onClose={onClose}
      {...form.does(() => listingActions.list(id, true, note), t("portal.listing.askDone"))}
      go={t("portal.listing.askGo")}
    >
      <Text>{t("portal.listing.askText")}</Text>
      <LongText data-autofocus maxLength={NOTE_CHARS} {...form.field("note", t("portal.listing.note"))} />
    </ActionDialog>
  );
}
