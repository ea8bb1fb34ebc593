import { Combobox, Text, TextInput, useCombobox } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { useTexts } from "../../i18n/use-texts";
import type { Language } from "../../paths";
import { fold } from "../../ui/fold";
import { addressOf, loadSearch } from "./docs";

const MOST = 8;
const EXCERPT_CHARS = 110;

/** Searches as people type: the beginnings of words, without accents, with a slip of the finger. */
async function indexOf(language: Language) {
  const { default: MiniSearch } = await import("minisearch");
  const index = new MiniSearch({
    fields: ["title", "page", "text"],
    storeFields: ["title", "page", "text"],
    processTerm: fold,
    searchOptions: { prefix: true, fuzzy: 0.15, combineWith: "AND", boost: { title: 4, page: 2 } },
  });
  index.addAll(await loadSearch(language));
  return index;
}

/** The words around the first that was searched for. */
function excerpt(text: string, query: string) {
  const wanted = fold(query).split(/\s+/)[0] ?? "";
  const place = Math.max(0, fold(text).indexOf(wanted) - 30);
  const start = place === 0 ? 0 : text.indexOf(" ", place) + 1;
  const part = text.slice(start, start + EXCERPT_CHARS).trim();
  return `${start > 0 ? "… " : ""}${part}${start + EXCERPT_CHARS < text.length ? " …" : ""}`;
}

export function DocsSearch({ language }: { language: Language }) {
  const { t } = useTexts("docs");
  const navigate = useNavigate();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [text, setText] = useState("");
  const [isWanted, setWanted] = useState(false);
  const query = useDeferredValue(text.trim());
  const { data: index } = useQuery({
    queryKey: ["docs", "search", language],
    queryFn: () => indexOf(language),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  });
  const found = useMemo(() => (query && index ? index.search(query).slice(0, MOST) : []), [index, query]);

  // Enter opens the first, which is the best.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store is another object each time, and the same store.
  useEffect(() => {
    if (found.length > 0) combobox.selectFirstOption();
  }, [found]);

  const type = (value: string) => {
    setText(value);
    combobox.openDropdown();
  };
  const open = (id: string) => {
    const [name = "", anchor] = id.split("#");
    setText("");
    combobox.closeDropdown();
    navigate(addressOf(language, name) + (anchor ? `#${anchor}` : ""));
  };

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={open}
      withinPortal={false}
      width="target"
      position="bottom-start"
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          type="search"
          aria-label={t("docs.search.label")}
          placeholder={t("docs.search.label")}
          leftSection={<Icon name="search" />}
          value={text}
          onFocus={() => setWanted(true)}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown className="docs-found" hidden={!query || !index}>
        <Combobox.Options
          aria-label={t("docs.search.found")}
          mah="min(60vh, 26rem)"
          style={{ overflowY: "auto" }}
        >
          {found.map(({ id, title, page, text }) => (
            <Combobox.Option key={id} value={id}>
              <Text size="sm" fw={600}>
                {title}
              </Text>
              <Text size="xs" className="docs-excerpt">
                {title === page ? excerpt(text, query) : `${page} · ${excerpt(text, query)}`}
              </Text>
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>{t("docs.search.none")}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
