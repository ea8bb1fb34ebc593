import { Checkbox, Input, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCatalogue } from "../../api/catalogue";

type Props = { chosen: string[] | null; error?: string; onChange: (tools: string[] | null) => void };

/** The tools that a key may use: all of them, or those that are ticked. */
export function KeyTools({ chosen, error, onChange }: Props) {
  const { t } = useTranslation("settings");
  const { data } = useCatalogue();
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
