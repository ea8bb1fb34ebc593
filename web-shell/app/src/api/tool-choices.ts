import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { CATALOGUE_PAGE, useCatalogue, useNamedTool } from "./catalogue";

const TYPING_MS = 200;

/** Shows the results of the server's search unfiltered. */
const asFound = <T>({ options }: { options: T }) => options;

/** The properties of a field to choose a tool. If there is more than one page of tools, the server searches. */
export function useToolChoices(value: string) {
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed, TYPING_MS);
  const chosen = useNamedTool(value);
  const { data: all } = useCatalogue();
  const many = (all?.total ?? 0) > CATALOGUE_PAGE;
  // The field shows the name of the choice, which is not a search.
  const q = many && search !== chosen?.name ? search : "";
  const { data: found } = useCatalogue(q ? { q } : {});
  const listed = found?.tools ?? [];
  const tools = chosen && !listed.some(({ id }) => id === value) ? [chosen, ...listed] : listed;
  return {
    data: tools.map(({ id, name }) => ({ value: id, label: name })),
    value: chosen ? value : null,
    ...(many && { searchable: true, onSearchChange: setTyped, filter: asFound }),
  };
}
