import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { api, reloadForProject, unwrap } from "../../api/client";
import { locationsQuery, projectsQuery } from "../../api/projects";
import { chooseProject } from "../../api/tab-project";
import { usePageLanguage } from "../../i18n/use-texts";
import { useFields } from "../../ui/form";
import { languageTitle } from "./names";
import { HOME, places } from "./places";

/** The form of a new project. Location and language follow the language of the screen until the user chooses. */
export function useProjectForm(onAdded: (domain: string) => void) {
  const reader = usePageLanguage();
  const queries = useQueryClient();
  const { data: { locations } = { locations: [] } } = useQuery(locationsQuery);
  const form = useFields({
    domain: "",
    location_code: null as string | null,
    language_code: null as string | null,
  });

  const { domain, location_code, language_code } = form.values;
  const code = location_code ? Number(location_code) : HOME[reader];
  const spoken = locations.find(({ location_code }) => location_code === code)?.available_languages ?? [];
  const language = spoken.find((known) => known.language_code === language_code) ?? spoken[0];
  const choices = useMemo(() => places(locations, reader), [locations, reader]);

  const add = () =>
    form.submit(async () => {
      const body = { domain, language_code: language?.language_code ?? "", location_code: code };
      const { project } = await unwrap(api.POST("/api/project/addProject", { body }));
      chooseProject(project.id);
      await queries.fetchQuery({ ...projectsQuery, staleTime: 0 });
      await reloadForProject();
      onAdded(project.site.domain);
    });

  return {
    form,
    place: { value: String(code), data: choices },
    language: {
      value: language?.language_code ?? null,
      data: spoken.map(({ language_code }) => ({
        value: language_code,
        label: languageTitle(language_code, reader),
      })),
    },
    add,
  };
}

export type ProjectFormState = ReturnType<typeof useProjectForm>;
