import { useTexts } from "../../i18n/use-texts";
import { isFree, type UserTool } from "./matrix";
import { useCeilingWords } from "./matrix-words";

type Exception = Pick<UserTool, "access" | "ceilings" | "ends_at" | "is_over">;

/** An exception as text, in parts. */
export function useExceptionWords() {
  const { t, date } = useTexts("matrix");
  const ceilings = useCeilingWords();
  return ({ access, ceilings: own, ends_at, is_over }: Exception): string[] => {
    const said: string[] = [];
    if (access) said.push(t(`matrix.exception.access.${access}`));
    if (own) said.push(...(isFree(own) ? [t("matrix.exception.noCeilings")] : ceilings(own)));
    if (ends_at)
      said.push(t(is_over ? "matrix.exception.ended" : "matrix.exception.ends", { when: date(ends_at) }));
    return said;
  };
}
