import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { api, unwrap } from "../../api/client";
import { type Location, locationsQuery, projectsQuery } from "../../api/projects";
import { reloadForProject } from "../../api/query";
import { usePageLanguage } from "../../i18n/use-page-language";
import type { Language } from "../../paths";
import { useFormProblem } from "../../ui/use-form-problem";
import { languageTitle, placeName } from "./names";

/** Where readers of a language are most often at home. */
const HOME: Record<Language, number> = { en: 2840, pl: 2616 };

type Choice = { value: string; label: string };

function places(locations: Location[], reader: Language): Choice[] {
  const choices = locations.map(({ location_code, country_iso_code }) => ({
    value: String(location_code),
    label: placeName(country_iso_code, reader),
  }));
  return choices.sort((one, other) => one.label.localeCompare(other.label, reader));
}

/** What is asked for a new project. The place and the language follow the reader until somebody chooses. */
export function useProjectForm(onAdded: (domain: string) => void) {
  const reader = usePageLanguage();
  const queries = useQueryClient();
  const { data: { locations } = { locations: [] } } = useQuery(locationsQuery);
  const [domain, setDomain] = useState("");
  const [place, setPlace] = useState<number | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const { errors, busy, submit } = useFormProblem();

  const code = place ?? HOME[reader];
  const spoken = locations.find(({ location_code }) => location_code === code)?.available_languages ?? [];
  const language = spoken.find(({ language_code }) => language_code === chosen) ?? spoken[0];
  const choices = useMemo(() => places(locations, reader), [locations, reader]);

  const add = () =>
    submit(async () => {
      const body = { domain, language_code: language?.language_code ?? "", location_code: code };
      const { project } = await unwrap(api.POST("/api/project/addProject", { body }));
      await queries.fetchQuery({ ...projectsQuery, staleTime: 0 });
      await reloadForProject();
      onAdded(project.site.domain);
    });

  return {
    domain: { value: domain, error: errors.domain, change: setDomain },
    place: { value: String(code), error: errors.location_code, choices, change: setPlace },
    language: {
      value: language?.language_code ?? null,
      error: errors.language_code,
      choices: spoken.map(({ language_code }) => ({
        value: language_code,
        label: languageTitle(language_code, reader),
      })),
      change: setChosen,
    },
    busy,
    add,
  };
}

export type ProjectFormState = ReturnType<typeof useProjectForm>;
