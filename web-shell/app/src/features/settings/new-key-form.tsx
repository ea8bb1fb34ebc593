import { Checkbox, Code, Input, Select, Stack, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { Helped } from "@sitewright/sdk/help";
import { NumberField } from "@sitewright/sdk/number-field";
import { useState } from "react";
import { CATALOGUE_PAGE, useCatalogue } from "../../api/catalogue";
import { api, unwrap } from "../../api/client";
import { useProjects } from "../../api/projects";
import { useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Choice } from "../../ui/choice";
import { Form } from "../../ui/form";
import { SearchInput } from "../../ui/search-input";
import { type NewKey, SCOPES, type Scope, scopeNames } from "./keys";

const TYPING_MS = 200;

type KeyToolsProps = { chosen: string[] | null; error?: string; onChange: (tools: string[] | null) => void };

/** Days until a key expires; "none" never expires. */
const LIVES = ["30", "90", "365", "none"] as const;

type Wishes = {
  name: string;
  scopes: Scope[];
  tools: string[] | null;
  project: string;
  words: number | null;
  days: (typeof LIVES)[number];
};

/** The scopes that most agents need: they find tools, run them, and read the results. */
const USUAL: Wishes = {
  name: "",
  scopes: ["tools:read", "runs:write", "runs:read"],
  tools: null,
  project: "",
  words: null,
  days: "90",
};

const bodyOf = ({ name, scopes, tools, project, words, days }: Wishes): NewKey => ({
  name,
  scopes,
  ...(tools && { tools }),
  ...(project && { project_id: Number(project) }),
  ...(words !== null && { monthly_words: words }),
  ...(days !== "none" && { expires_in_days: Number(days) }),
});

type Props = { onMade: (secret: string) => void; onCancel: () => void };

export function NewKeyForm({ onMade, onCancel }: Props) {
  const { t } = useTexts("settings");
  const form = useActionForm(USUAL);
  const make = async () => {
    const { secret } = await unwrap(api.POST("/api/keys", { body: bodyOf(form.values) }));
    onMade(secret);
  };
  return (
    <Form {...form.submits(make, undefined, null)} go={t("settings.keys.make")} onCancel={onCancel}>
      <TextInput
        data-autofocus
        description={t("settings.keys.nameHint")}
        maxLength={80}
        {...form.field("name", t("settings.keys.name"))}
      />
      <Scopes
        chosen={form.values.scopes}
        error={form.errors.scopes}
        onChange={(scopes) => form.set({ scopes })}
      />
      <KeyTools
        chosen={form.values.tools}
        error={form.errors.tools}
        onChange={(tools) => form.set({ tools })}
      />
      <Limits wishes={form.values} errors={form.errors} onChange={form.set} />
    </Form>
  );
}

type ScopesProps = { chosen: Scope[]; error?: string; onChange: (scopes: Scope[]) => void };

function Scopes({ chosen, error, onChange }: ScopesProps) {
  const { t } = useTexts("settings");
  return (
    <Helped topic="scopes" name={t("settings.keys.scopes")}>
      <Checkbox.Group
        label={t("settings.keys.scopes")}
        value={chosen}
        error={error}
        onChange={(names) => onChange(scopeNames.filter((scope) => names.includes(scope)))}
      >
        <Stack gap={6} mt={6} mb={error ? 6 : 0}>
          {Object.entries(SCOPES).map(([scope, name], place) => (
            <Checkbox
              key={scope}
              value={scope}
              data-field={place === 0 ? "scopes" : undefined}
              label={
                <>
                  {t(`settings.keys.scope.${name}`)} <Code>{scope}</Code>
                </>
              }
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </Helped>
  );
}

type LimitsProps = {
  wishes: Wishes;
  errors: Record<string, string>;
  onChange: (next: Partial<Wishes>) => void;
};

function Limits({ wishes, errors, onChange }: LimitsProps) {
  const { t } = useTexts("settings");
  const projects = useProjects()?.projects ?? [];
  return (
    <>
      {projects.length > 0 && (
        <Select
          name="project_id"
          label={t("settings.keys.project")}
          allowDeselect={false}
          data={[
            { value: "", label: t("settings.keys.anyProject") },
            ...projects.map(({ id, site }) => ({ value: String(id), label: site.domain })),
          ]}
          value={wishes.project}
          error={errors.project_id}
          onChange={(project) => onChange({ project: project ?? "" })}
        />
      )}
      <NumberField
        name="monthly_words"
        label={t("settings.keys.monthly")}
        description={t("settings.keys.monthlyHint")}
        placeholder={t("settings.keys.noLimit")}
        least={0}
        most={1_000_000_000}
        decimals={0}
        value={wishes.words}
        error={errors.monthly_words}
        onChange={(words) => onChange({ words })}
      />
      <Choice
        name="expires_in_days"
        label={t("settings.keys.life")}
        values={LIVES}
        text={(days) => t(`settings.keys.days.${days}`)}
        value={wishes.days}
        error={errors.expires_in_days}
        onChange={(days) => onChange({ days: LIVES.find((known) => known === days) ?? "90" })}
      />
    </>
  );
}

/** The tools that a key may use: all of them, or a selection. */
function KeyTools({ chosen, error, onChange }: KeyToolsProps) {
  const { t } = useTexts("settings");
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
            <SearchInput
              mt={6}
              label={t("settings.keys.searchTools")}
              description={t("settings.keys.firstTools", { shown: CATALOGUE_PAGE })}
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
