import { Group } from "@mantine/core";
import { useTexts } from "../../i18n/use-texts";
import { Section } from "../../ui/page";
import { SearchBox } from "../../ui/search-box";
import { type AddressFacts, hostOf, pathOf } from "./audits";
import { Lengths } from "./lengths";

const text = (value: unknown) => (typeof value === "string" ? value : "");

/** A page as search results show it, with the lengths that decide where it is cut. */
export function AddressSearch({ address: { facts, url } }: { address: AddressFacts }) {
  const { t } = useTexts("audits");
  if (facts.html === false) return null;
  const path = pathOf(url).split("/").filter(Boolean);
  const [title, description] = [text(facts.title), text(facts.description)];
  return (
    <Section title={t("audits.page.search")}>
      <SearchBox
        address={[hostOf(url), ...path].join(" › ")}
        title={title}
        text={description}
        noTitle={t("audits.page.noTitle")}
        noText={t("audits.page.noDescription")}
        {...(facts.lang ? { language: text(facts.lang) } : {})}
      />
      <Group gap="md">
        {title && <Lengths part="title" text={title} named />}
        {description && <Lengths part="description" text={description} named />}
      </Group>
    </Section>
  );
}
