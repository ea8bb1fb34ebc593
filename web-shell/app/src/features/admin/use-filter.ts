import { useDebouncedCallback } from "@mantine/hooks";
import { useSearchParams } from "react-router";
import { useSearchText } from "../../ui/use-search-text";

const TYPING_MS = 200;

/** The address is the state of a list: what it is filtered by, and which page it shows. */
export function useFilter() {
  const [params, setParams] = useSearchParams();
  const set = (name: string, value: string, isTyped = false) =>
    setParams(
      (before) => {
        if (value) before.set(name, value);
        else before.delete(name);
        if (name !== "page") before.delete("page");
        return before;
      },
      { replace: isTyped, preventScrollReset: isTyped },
    );
  return {
    get: (name: string) => params.get(name) ?? "",
    page: Math.max(1, Number(params.get("page")) || 1),
    set,
  };
}

export type Filter = ReturnType<typeof useFilter>;

/** A text input whose value the address follows a moment later. */
export function useTyped(filter: Filter, name: string) {
  const later = useDebouncedCallback((value: string) => filter.set(name, value, true), TYPING_MS);
  const [value, type] = useSearchText(filter.get(name), later);
  return {
    value,
    onChange: (event: { currentTarget: HTMLInputElement }) => type(event.currentTarget.value),
  };
}
