import { Box, Checkbox, Input, Stack } from "@mantine/core";
import type { ListedTool } from "@sitewright/sdk/shell";
import { useState } from "react";
import { useWholeCatalogue } from "../../api/catalogue";
import { useTexts } from "../../i18n/use-texts";
import { fold } from "../../ui/fold";
import { SearchInput } from "../../ui/search-input";
import { Dim, Small } from "../../ui/texts";

/** More checkboxes are slow to draw and too many to read. */
const MOST_SHOWN = 200;

type Props = { chosen: string[]; error?: string; onChange: (tools: string[]) => void };

/** The tools of a plan, by category; a search only hides tools that do not match. */
export function ToolChecklist({ chosen, error, onChange }: Props) {
  const { t } = useTexts("products");
  const { data } = useWholeCatalogue();
  const [search, setSearch] = useState("");
  const words = fold(search).split(/\s+/).filter(Boolean);
  const found = (data?.tools ?? []).filter((tool) =>
    words.every((word) => fold(`${tool.name} ${tool.id}`).includes(word)),
  );
  const shown = found.slice(0, MOST_SHOWN);
  const set = (tools: ListedTool[], on: boolean) => {
    const ids = tools.map(({ id }) => id);
    const others = chosen.filter((id) => !ids.includes(id));
    onChange(on ? [...others, ...ids] : others);
  };
  return (
    <Stack gap="sm">
      <SearchInput
        label={t("products.tools.search")}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Dim role="status">
        {t("products.tools.chosen", { count: chosen.length, all: data?.tools.length ?? 0 })}
      </Dim>
      {error && <Input.Error role="alert">{error}</Input.Error>}
      <div className="product-tools">
        {data?.categories.map(({ id, title }) => {
          const tools = shown.filter((tool) => tool.category === id);
          if (tools.length === 0) return null;
          return <Category key={id} title={title} tools={tools} chosen={chosen} onSet={set} />;
        })}
      </div>
      {found.length > shown.length && (
        <Dim>{t("products.tools.first", { shown: shown.length, all: found.length })}</Dim>
      )}
      {data && shown.length === 0 && <Small>{t("products.tools.none")}</Small>}
    </Stack>
  );
}

type CategoryProps = {
  title: string;
  tools: ListedTool[];
  chosen: string[];
  onSet: (tools: ListedTool[], on: boolean) => void;
};

function Category({ title, tools, chosen, onSet }: CategoryProps) {
  const count = tools.filter(({ id }) => chosen.includes(id)).length;
  const all = count === tools.length;
  return (
    <Box component="fieldset" className="product-category">
      <legend>
        <Checkbox
          label={title}
          fw={600}
          checked={all}
          indeterminate={count > 0 && !all}
          onChange={() => onSet(tools, !all)}
        />
      </legend>
      <Stack gap={6} pl="md">
        {tools.map((tool, place) => (
          <Checkbox
            key={tool.id}
            label={tool.name}
            // The first checkbox gets the focus if the server rejects the tools.
            data-field={place === 0 ? "tools" : undefined}
            checked={chosen.includes(tool.id)}
            onChange={(event) => onSet([tool], event.currentTarget.checked)}
          />
        ))}
      </Stack>
    </Box>
  );
}
