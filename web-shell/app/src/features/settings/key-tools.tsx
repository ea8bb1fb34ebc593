import { Checkbox, Input, Stack, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { Icon } from "@sitewright/ui/icon";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CATALOGUE_PAGE, useCatalogue } from "../../api/catalogue";

const TYPING_MS = 200;

type Props = { chosen: string[] | null; error?: string; onChange: (tools: string[] | null) => void };

/** The tools that a key may use: all of them, or those that are ticked. */
export function KeyTools({ chosen, error, onChange }: Props) {
  const { t } = useTranslation("settings");
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed, TYPING_MS);
  const { data: all } = useCatalogue();
  const { data } = useCatalogue(q ? { q } : {});
  return (
    <div>
      <Checkbox
        label={t("settings.keys.someTools")}
        data-field={chosen?.length ? undefined : "tools"}
        checked={chosen !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? [] : null)}
      />
      {error && (
        <Input.Error role="alert" mt={6}>
          {error}
        </Input.Error>
      )}
      {chosen && (
        <Checkbox.Group label={t("settings.keys.tools")} mt={8} pl="md" value={chosen} onChange={onChange}>
          {(all?.total ?? 0) > CATALOGUE_PAGE && (
            <TextInput
              type="search"
              mt={6}
              label={t("settings.keys.searchTools")}
              description={t("settings.keys.firstTools", { shown: CATALOGUE_PAGE })}
              leftSection={<Icon name="search" size={16} />}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          <Stack gap={6} mt={6} className="sw-key-tools">
            {data?.tools.map((tool) => (
              <Checkbox key={tool.id} value={tool.id} label={tool.name} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </div>
  );
}
