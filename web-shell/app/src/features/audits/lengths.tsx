import { useTexts } from "../../i18n/use-texts";
import { Dim } from "../../ui/texts";
import { lengthOf, type Part } from "./fixes";

type Props = {
  part: Part;
  text: string;
  /** Says which part it is. */
  named?: boolean;
};

/** How long a text is, and whether search results show all of it. */
export function Lengths({ part, text, named }: Props) {
  const { t, number } = useTexts("audits");
  const { characters, pixels, most } = lengthOf(part, text);
  const isWide = pixels !== null && most !== null && pixels > most;
  return (
    <Dim c={isWide ? "var(--sw-caution)" : "dimmed"}>
      {named && `${t(`audits.write.part.${part}`)}: `}
      {t("audits.write.characters", { count: characters, characters: number(characters) })}
      {pixels !== null &&
        most !== null &&
        ` · ${t(isWide ? "audits.write.tooWide" : "audits.write.fits", { pixels: number(pixels), most: number(most) })}`}
    </Dim>
  );
}
