import { Group, Select, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useTexts } from "../../i18n/use-texts";
import { Form } from "../../ui/form";
import { TextButton } from "../../ui/texts";
import { byName } from "./places";
import type { ProjectFormState } from "./use-project-form";

type Props = { form: ProjectFormState; submit: string; children?: ReactNode };

/** A website, the location of its audience and their language. `children` are placed beside the button. */
export function ProjectForm({ form: project, submit, children }: Props) {
  const { t } = useTexts("projects");
  const { form, place, language, add } = project;
  return (
    <Form of={form} onSubmit={add}>
      <TextInput
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
        description={t("projects.field.domainHint")}
        placeholder="example.com"
        {...form.needs("domain", t("projects.field.domain"))}
      />
      <Select
        searchable
        allowDeselect={false}
        description={t("projects.field.locationHint")}
        nothingFoundMessage={t("projects.field.noLocation")}
        filter={byName}
        maxDropdownHeight={280}
        {...form.needs("location_code", t("projects.field.location"))}
        {...place}
      />
      <Select
        allowDeselect={false}
        description={t("projects.field.languageHint")}
        {...form.needs("language_code", t("projects.field.language"))}
        {...language}
      />
      <Group mt="xs">
        <TextButton label={submit} isMain type="submit" loading={form.busy} />
        {children}
      </Group>
    </Form>
  );
}
