import { Checkbox, SimpleGrid, TextInput } from "@mantine/core";
import { useTexts } from "../../i18n/use-texts";
import { Choice } from "../../ui/choice";
import { Section } from "../../ui/page";
import { Dim, IconButton, TextButton } from "../../ui/texts";
import { OperatorFrame } from "./operator-frame";
import { SettingsForm, useSettings } from "./use-settings";

const PLACES = ["resources", "company", "footer"] as const;
const NETWORKS = [
  "facebook",
  "instagram",
  "linkedin",
  "x",
  "youtube",
  "tiktok",
  "github",
  "mastodon",
  "bluesky",
] as const;

type Form = ReturnType<typeof useSettings<"links" | "socials" | "hidden">>;

/** The operator's own links, social networks, and which pages the site has. */
export default function NavigationPage() {
  const { t } = useTexts("operator");
  const form = useSettings("links", "socials", "hidden");
  return (
    <OperatorFrame part="navigation">
      <SettingsForm {...form}>
        <Section title={t("operator.links.title")} lead={t("operator.links.lead")}>
          <Links form={form} />
        </Section>
        <Section title={t("operator.socials.title")} lead={t("operator.socials.lead")}>
          <Socials form={form} />
        </Section>
        <Section title={t("operator.pages.title")} lead={t("operator.pages.lead")}>
          <Pages form={form} />
        </Section>
      </SettingsForm>
    </OperatorFrame>
  );
}

const without = <T,>(list: T[], place: number) => list.filter((_, at) => at !== place);

function Links({ form }: { form: Form }) {
  const { t } = useTexts("operator");
  const { links } = form.values;
  const add = () =>
    form.set({ links: [...links, { place: "resources", title_en: "", title_pl: "", url: "", url_pl: "" }] });
  return (
    <>
      {links.length === 0 && <Dim>{t("operator.links.none")}</Dim>}
      {links.map(({ url }, place) => {
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields are named by the place.
          <fieldset key={place} className="operator-row">
            <legend>{t("operator.links.one", { number: place + 1 })}</legend>
            <Choice
              values={PLACES}
              text={(of) => t(`operator.links.place.${of}`)}
              {...form.field(["links", place, "place"], t("operator.links.where"))}
            />
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" verticalSpacing="xs">
              <TextInput
                maxLength={60}
                {...form.field(["links", place, "title_en"], t("operator.links.titleEn"))}
              />
              <TextInput
                inputMode="url"
                placeholder="https://"
                maxLength={300}
                {...form.field(["links", place, "url"], t("operator.links.url"))}
              />
              <TextInput
                maxLength={60}
                {...form.field(["links", place, "title_pl"], t("operator.links.titlePl"))}
              />
              <TextInput
                inputMode="url"
                placeholder={url || "https://"}
                maxLength={300}
                {...form.field(["links", place, "url_pl"], t("operator.links.urlPl"))}
              />
            </SimpleGrid>
            <IconButton
              icon="trash"
              size={36}
              label={t("operator.links.remove", { number: place + 1 })}
              onClick={() => form.set({ links: without(links, place) })}
            />
          </fieldset>
        );
      })}
      <TextButton
        label={t("operator.links.add")}
        icon="add"
        onClick={add}
        style={{ alignSelf: "flex-start" }}
      />
    </>
  );
}

function Socials({ form }: { form: Form }) {
  const { t } = useTexts("operator");
  const { socials } = form.values;
  const used = socials.map(({ network }) => network);
  const free = NETWORKS.filter((network) => !used.includes(network));
  const add = () => free[0] && form.set({ socials: [...socials, { network: free[0], url: "" }] });
  return (
    <>
      {socials.map(({ network }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields are named by the place.
        <fieldset key={place} className="operator-row">
          <legend>{t(`operator.socials.network.${network}`)}</legend>
          <Choice
            values={NETWORKS.filter((one) => one === network || !used.includes(one))}
            text={(of) => t(`operator.socials.network.${of}`)}
            {...form.field(["socials", place, "network"], t("operator.socials.where"))}
          />
          <TextInput
            type="url"
            placeholder="https://"
            maxLength={300}
            {...form.field(["socials", place, "url"], t("operator.socials.url"))}
          />
          <IconButton
            icon="trash"
            size={36}
            label={t("operator.socials.remove", { network: t(`operator.socials.network.${network}`) })}
            onClick={() => form.set({ socials: without(socials, place) })}
          />
        </fieldset>
      ))}
      {free.length > 0 && (
        <TextButton
          label={t("operator.socials.add")}
          icon="add"
          onClick={add}
          style={{ alignSelf: "flex-start" }}
        />
      )}
    </>
  );
}

function Pages({ form }: { form: Form }) {
  const { t } = useTexts("operator");
  const { settings } = form;
  const { hidden } = form.values;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} data-field="hidden" tabIndex={-1}>
      {settings.hideable.map((page) => (
        <Checkbox
          key={page}
          label={t(`operator.pages.page.${page}`)}
          checked={!hidden.includes(page)}
          onChange={(event) =>
            form.set({
              hidden: event.currentTarget.checked ? hidden.filter((one) => one !== page) : [...hidden, page],
            })
          }
        />
      ))}
    </SimpleGrid>
  );
}
