import {
  Button,
  type ComboboxItem,
  Group,
  type OptionsFilter,
  Select,
  Stack,
  TextInput,
} from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { fold } from "../../ui/fold";
import type { ProjectFormState } from "./use-project-form";

/** `wegry` finds Węgry; a name that begins with what was typed comes first. */
const byName: OptionsFilter = ({ options, search }) => {
  const wanted = fold(search.trim());
  const found = (options as ComboboxItem[]).filter(({ label }) => fold(label).includes(wanted));
  const begins = ({ label }: ComboboxItem) => (fold(label).startsWith(wanted) ? 0 : 1);
  return found.sort((one, other) => begins(one) - begins(other));
};

type Props = { form: ProjectFormState; submit: string; children?: ReactNode };

/** A website, where its readers are and what they speak. `children` stand beside the button. */
export function ProjectForm({ form, submit, children }: Props) {
  const { t } = useTranslation("projects");
  const { domain, place, language } = form;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.add();
      }}
    >
      <Stack gap="md">
        <TextInput
          name="domain"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          required
          label={t("projects.field.domain")}
          description={t("projects.field.domainHint")}
          placeholder="example.com"
          value={domain.value}
          error={domain.error}
          onChange={(event) => domain.change(event.currentTarget.value)}
        />
        <Select
          data-field="location_code"
          required
          searchable
          allowDeselect={false}
          label={t("projects.field.location")}
          description={t("projects.field.locationHint")}
          nothingFoundMessage={t("projects.field.noLocation")}
          data={place.choices}
          filter={byName}
          maxDropdownHeight={280}
          value={place.value}
          error={place.error}
          onChange={(code) => code && place.change(Number(code))}
        />
        <Select
          data-field="language_code"
          required
          allowDeselect={false}
          label={t("projects.field.language")}
          description={t("projects.field.languageHint")}
          data={language.choices}
          value={language.value}
          error={language.error}
          onChange={language.change}
        />
        <Group mt="xs">
          <Button type="submit" loading={form.busy}>
            {submit}
          </Button>
          {children}
        </Group>
      </Stack>
    </form>
  );
}
