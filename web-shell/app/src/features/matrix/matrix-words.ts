import { useTexts } from "../../i18n/use-texts";
import type { Ceilings } from "./matrix";

/** Ceilings as short texts; empty if there are none. */
export function useCeilingWords() {
  const { t, number } = useTexts("matrix");
  return ({ words_per_month, runs_per_day, memory_mib, hosts }: Ceilings): string[] => {
    const said: string[] = [];
    const say = (name: string, count: number | null) => {
      if (count !== null) said.push(t(`matrix.ceiling.${name}`, { count, number: number(count) }));
    };
    say("words", words_per_month);
    say("runs", runs_per_day);
    say("memory", memory_mib);
    if (hosts) said.push(t("matrix.ceiling.hosts", { count: hosts.length }));
    return said;
  };
}
