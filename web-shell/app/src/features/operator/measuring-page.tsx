import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTexts } from "../../i18n/use-texts";
import { Notice, Section } from "../../ui/page";
import { IconButton, TextButton, TextLink } from "../../ui/texts";
import { legalQuery } from "./operator";
import { OperatorFrame } from "./operator-frame";
import { SettingsForm, useSettings } from "./use-settings";

/** Scripts of other services, which run only after a visitor's consent. */
export default function MeasuringPage() {
  const { t } = useTexts("operator");
  const { field, ...form } = useSettings("analytics", "pixel");
  const { attributes } = form.values.analytics;
  const change = (next: typeof attributes) =>
    form.set({ analytics: { ...form.values.analytics, attributes: next } });
  return (
    <OperatorFrame part="measuring">
      <SettingsForm {...form}>
        <Notice icon="shield">{t("operator.measuring.consent")}</Notice>
        <Unnamed />
        <Section title={t("operator.measuring.analytics")} lead={t("operator.measuring.analyticsLead")}>
          <TextInput
            type="url"
            placeholder="https://"
            maxLength={500}
            {...field(["analytics", "script"], t("operator.measuring.script"))}
          />
          {attributes.map((_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the fields are named by the place.
            <fieldset key={place} className="operator-row">
              <legend>{t("operator.measuring.attribute", { number: place + 1 })}</legend>
              <TextInput
                placeholder="data-website-id"
                maxLength={60}
                {...field(["analytics", "attributes", place, "name"], t("operator.measuring.attributeName"))}
              />
              <TextInput
                maxLength={200}
                {...field(
                  ["analytics", "attributes", place, "value"],
                  t("operator.measuring.attributeValue"),
                )}
              />
              <IconButton
                icon="trash"
                size={36}
                label={t("operator.measuring.attributeRemove", { number: place + 1 })}
                onClick={() => change(attributes.filter((_, at) => at !== place))}
              />
            </fieldset>
          ))}
          <TextButton
            label={t("operator.measuring.attributeAdd")}
            icon="add"
            style={{ alignSelf: "flex-start" }}
            onClick={() => change([...attributes, { name: "", value: "" }])}
          />
        </Section>
        <Section title={t("operator.measuring.pixel")} lead={t("operator.measuring.pixelLead")}>
          <TextInput
            inputMode="numeric"
            maxLength={20}
            maw={260}
            {...field(["pixel", "id"], t("operator.measuring.pixelId"))}
          />
        </Section>
      </SettingsForm>
    </OperatorFrame>
  );
}

/** Reminds of the operator's own legal texts, which do not change when a service is connected. */
function Unnamed() {
  const { t, href } = useTexts("operator");
  const { data: texts } = useQuery(legalQuery);
  const isComplete = (texts?.data ?? []).every(({ versions }) =>
    versions.every(({ unnamed }) => unnamed.length === 0),
  );
  if (isComplete) return null;
  return (
    <Notice icon="alert" color="yellow">
      {t("operator.measuring.unnamed")}{" "}
      <TextLink to={href("adminSiteLegal")}>{t("operator.part.legal")}</TextLink>
    </Notice>
  );
}
