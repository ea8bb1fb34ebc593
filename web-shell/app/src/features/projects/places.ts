import type { ComboboxItem, OptionsFilter } from "@mantine/core";
import type { Location } from "../../api/projects";
import type { Language } from "../../paths";
import { fold } from "../../ui/fold";
import { placeName } from "./names";

/** The most common location of a language's readers. */
export const HOME: Record<Language, number> = { en: 2840, pl: 2616 };

type Choice = { value: string; label: string };

export function places(locations: Location[], reader: Language): Choice[] {
  const choices = locations.map(({ location_code, country_iso_code }) => ({
    value: String(location_code),
    label: placeName(country_iso_code, reader),
  }));
  return choices.sort((one, other) => one.label.localeCompare(other.label, reader));
}

/** `wegry` finds Węgry; names that begin with the search come first. */
export const byName: OptionsFilter = ({ options, search }) => {
  const wanted = fold(search.trim());
  const found = (options as ComboboxItem[]).filter(({ label }) => fold(label).includes(wanted));
  const begins = ({ label }: ComboboxItem) => (fold(label).startsWith(wanted) ? 0 : 1);
  return found.sort((one, other) => begins(one) - begins(other));
};
