import type { Category } from "@sitewright/sdk/shell";
import { useTexts } from "../../i18n/use-texts";
import { TextButton } from "../../ui/texts";
import { FAVOURITES, INVITED, RECENT } from "./use-found-tools";

type Props = {
  categories: Category[] | undefined;
  hasInvited: boolean;
  chosen: string;
  onChoose: (id: string) => void;
};

/** The filters of the catalogue, whatever is searched; on a narrow screen in one line that scrolls. */
export function Categories({ categories, hasInvited, chosen, onChoose }: Props) {
  const { t } = useTexts("tools");
  const entries = [
    { id: "", title: t("tools.catalogue.all") },
    { id: FAVOURITES, title: t("tools.catalogue.favourites") },
    { id: RECENT, title: t("tools.catalogue.recent") },
    ...(hasInvited ? [{ id: INVITED, title: t("tools.catalogue.invited") }] : []),
    ...(categories ?? []),
  ];
  return (
    <fieldset className="catalogue-filters" aria-label={t("tools.catalogue.categories")}>
      {entries.map(({ id, title }) => (
        <TextButton
          label={title}
          key={id}
          size="sm"
          radius="xl"
          variant="default"
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
        />
      ))}
    </fieldset>
  );
}
