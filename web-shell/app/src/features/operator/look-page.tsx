import { Group, Stack, TextInput } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { PictureField } from "../../admin/picture-field";
import { pictureAddress } from "../../admin/pictures";
import { useTexts } from "../../i18n/use-texts";
import { Section } from "../../ui/page";
import { Small, TextButton } from "../../ui/texts";
import { accent, contrast, isColour, LEAST_CONTRAST, PAGES, TEXT } from "./contrast";
import type { SettingsEdit } from "./operator";
import { OperatorFrame } from "./operator-frame";
import { SettingsForm, useSettings } from "./use-settings";

/** The colour of the product, if none is chosen. */
const OWN_COLOUR = "#1f5247";

/** The fields in errors of the server. */
const LOGO = ["brand", "logo"].join(".");
const COLOUR = ["brand", "colour"].join(".");

/** The name, the logo and the colour of the public site, with a sample. */
export default function LookPage() {
  const { t } = useTexts("operator");
  const { field, errorAt, ...form } = useSettings("brand");
  const { brand } = form.values;
  const change = (part: Partial<typeof brand>) => form.set({ brand: { ...brand, ...part } });
  return (
    <OperatorFrame part="look">
      <SettingsForm {...form}>
        <Section title={t("operator.look.title")} lead={t("operator.look.lead")}>
          <TextInput
            maxLength={60}
            placeholder={t("shell.brand.name")}
            description={t("operator.look.nameHelp")}
            {...field(["brand", "name"], t("operator.look.name"))}
          />
          <PictureField
            name={LOGO}
            label={t("operator.look.logo")}
            help={t("operator.look.logoHelp")}
            picture={brand.logo}
            error={errorAt(["brand", "logo"])}
            onChange={(logo) => change({ logo: logo?.id ?? null })}
          />
          <Colour
            colour={brand.colour}
            error={errorAt(["brand", "colour"])}
            onChange={(colour) => change({ colour })}
          />
        </Section>
        <Section title={t("operator.look.sample")} lead={t("operator.look.sampleLead")}>
          <Sample brand={brand} />
        </Section>
      </SettingsForm>
    </OperatorFrame>
  );
}

/** Writes a contrast with one digit after the point. */
function useRatio() {
  const { language } = useTexts("operator");
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
  return (ratio: number) => number.format(ratio);
}

type ColourProps = {
  colour: string | null;
  error: string | undefined;
  onChange: (colour: string | null) => void;
};

/** A colour by its code or the picker of the browser, and whether text in it can be read. */
function Colour({ colour, error, onChange }: ColourProps) {
  const { t } = useTexts("operator");
  const written = useRatio();
  const shown = colour && isColour(colour) ? colour : OWN_COLOUR;
  const ratio = contrast(shown, "#ffffff");
  const isReadable = ratio >= LEAST_CONTRAST;
  return (
    <div>
      <Group align="flex-end" gap="xs">
        <TextInput
          name={COLOUR}
          w={150}
          label={t("operator.look.colour")}
          placeholder={OWN_COLOUR}
          maxLength={7}
          spellCheck={false}
          autoComplete="off"
          value={colour ?? ""}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value.trim() || null)}
        />
        <input
          type="color"
          className="operator-colour"
          aria-label={t("operator.look.picker")}
          value={shown}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {colour && (
          <TextButton label={t("operator.look.colourOwn")} variant="subtle" onClick={() => onChange(null)} />
        )}
      </Group>
      <Group gap={6} mt={6} wrap="nowrap" role="status">
        <Icon name={isReadable ? "check" : "alert"} size={16} />
        <Small>
          {t(isReadable ? "operator.look.readable" : "operator.look.unreadable", {
            ratio: written(ratio),
            least: written(LEAST_CONTRAST),
          })}
        </Small>
      </Group>
    </div>
  );
}

type Brand = SettingsEdit["brand"];

/** The head of a page with a button and a link in both schemes, each with the contrast of its text. */
function Sample({ brand }: { brand: Brand }) {
  const { t } = useTexts("operator");
  const ratio = useRatio();
  const { button, ...links } = accent(brand.colour && isColour(brand.colour) ? brand.colour : OWN_COLOUR);
  const measured = (text: string, on: string) => (
    <span className="operator-sample-ratio">
      {t("operator.look.contrast", { ratio: ratio(contrast(text, on)) })}
    </span>
  );
  return (
    <div className="operator-samples">
      {(["light", "dark"] as const).map((scheme) => (
        <Stack key={scheme} gap="sm" className="operator-sample" data-scheme={scheme} bg={PAGES[scheme]}>
          <Group gap="xs">
            {brand.logo && <img src={pictureAddress(brand.logo)} alt="" height={28} />}
            <b>{brand.name || t("shell.brand.name")}</b>
          </Group>
          <Group gap="sm">
            <span className="operator-sample-button" style={{ background: button, color: TEXT }}>
              {t("operator.look.button")}
            </span>
            {measured(TEXT, button)}
          </Group>
          <Group gap="sm">
            <span className="operator-sample-link" style={{ color: links[scheme] }}>
              {t("operator.look.link")}
            </span>
            {measured(links[scheme], PAGES[scheme])}
          </Group>
          <span className="operator-sample-scheme">{t(`operator.look.${scheme}`)}</span>
        </Stack>
      ))}
    </div>
  );
}
