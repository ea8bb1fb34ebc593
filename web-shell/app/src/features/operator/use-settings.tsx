import { useUnsaved } from "@sitewright/sdk/shell";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useLoaded } from "../../api/client";
import { useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Form, type FormProps } from "../../ui/form";
import { Fine } from "../../ui/texts";
import { operatorActions, type Settings, type SettingsEdit, settingsQuery } from "./operator";

/** The place of a value in the settings. */
type Path = (string | number)[];

/** A form of some of the settings. The others are saved as the server has them. */
export function useSettings<Name extends keyof SettingsEdit>(...names: Name[]) {
  const { t } = useTexts("operator");
  const queries = useQueryClient();
  const settings = useLoaded(settingsQuery);
  const part = (of: Settings) =>
    Object.fromEntries(names.map((name) => [name, of[name]])) as Pick<Settings, Name>;
  const form = useActionForm(part(settings));
  const [saved, setSaved] = useState(form.values);
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(saved);
  useUnsaved(isChanged);
  const save = async () => {
    // Another tab or administrator may have saved other parts since.
    const { hideable: _, ...before } = await queries.fetchQuery(settingsQuery);
    const next = await operatorActions.save({ ...before, ...form.values });
    queries.setQueryData(settingsQuery.queryKey, next);
    form.set(part(next));
    setSaved(part(next));
  };
  /** The properties of an input by its path, which the server also names in errors. */
  const field = (path: Path, label?: string) => form.field(path.join(".") as Name & string, label);
  const errorAt = (path: Path) => form.errors[path.join(".")];
  return { ...form, settings, isChanged, field, errorAt, saving: form.submits(save, t("operator.saved")) };
}

type Props = {
  isChanged: boolean;
  saving: Pick<FormProps, "of" | "onSubmit">;
  children: ReactNode;
};

/** The fields of a part, its button, and whether there is something to save. */
export function SettingsForm({ isChanged, saving, children }: Props) {
  const { t } = useTexts("operator");
  return (
    <Form
      {...saving}
      go={t("operator.save")}
      gap="lg"
      disabled={!isChanged}
      justify="flex-end"
      aside={<Fine role="status">{isChanged && t("operator.unsaved")}</Fine>}
    >
      {children}
    </Form>
  );
}
