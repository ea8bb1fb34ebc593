import { Box, Group, Select, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { api, reloadForProject, unwrap } from "../../api/client";
import type { Website } from "../../api/onboarding";
import { type Location, locationsQuery, type Project, projectsQuery, useProjects } from "../../api/projects";
import { usePageLanguage, useTexts } from "../../i18n/use-texts";
import type { Language } from "../../paths";
import { Fine, IconButton, Small } from "../../ui/texts";
import { languageTitle, placeName } from "./names";
import { byName, HOME, places } from "./places";

type Values = { website: Website; language: Language | null; onChange: (website: Website) => void };

/** The country of the domain's ending, such as `.fr`; undefined for `.com`. `.uk` is GB. */
function countryOf(domain: string, locations: Location[]): Location | undefined {
  const ending = domain.replace(/:\d+$/, "").split(".").at(-1)?.toUpperCase();
  const code = ending === "UK" ? "GB" : ending;
  return locations.find(({ country_iso_code, location_type }) => {
    return location_type === "Country" && country_iso_code === code;
  });
}

/** The project of a website: its address, and the country and the language of its readers, which follow the site. */
export function useWebsite({ website, language, onChange }: Values) {
  const reader = usePageLanguage();
  const queries = useQueryClient();
  const projects = useProjects()?.projects ?? [];
  const { data: { locations } = { locations: [] } } = useQuery(locationsQuery);
  const { domain, location_code, language_code } = website;
  const guessed = countryOf(domain, locations)?.location_code ?? HOME[language ?? reader];
  const code = location_code ? Number(location_code) : guessed;
  const spoken = locations.find(({ location_code }) => location_code === code)?.available_languages ?? [];
  const wanted = language_code ?? language;
  const chosen = spoken.find((known) => known.language_code === wanted) ?? spoken[0];

  const save = async () => {
    const isSame = ({ site, language_code }: Project) =>
      site.domain === domain && language_code === chosen?.language_code;
    const known = projects.find(isSame);
    if (known) {
      const body = { selectedProject: known.id };
      await unwrap(api.POST("/api/project/saveSelectedProject", { body }));
      await reloadForProject(queries);
      return known.id;
    }
    const body = { domain, language_code: chosen?.language_code ?? "", location_code: code };
    const { project } = await unwrap(api.POST("/api/project/addProject", { body }));
    await queries.fetchQuery({ ...projectsQuery, staleTime: 0 });
    await reloadForProject(queries);
    return project.id;
  };
  const choices = useMemo(() => places(locations, reader), [locations, reader]);
  const fields = (errors: Record<string, string>) => (
    <WebsiteRow
      website={website}
      errors={errors}
      place={{ value: String(code), data: choices }}
      language={{
        value: chosen?.language_code ?? null,
        data: spoken.map(({ language_code }) => ({
          value: language_code,
          label: languageTitle(language_code, reader),
        })),
      }}
      country={placeName(locations.find((one) => one.location_code === code)?.country_iso_code ?? "", reader)}
      onChange={(changes) => onChange({ ...website, ...changes })}
    />
  );
  return { fields, save };
}

type Choices = { value: string | null; data: { value: string; label: string }[] };

type RowProps = {
  website: Website;
  errors: Record<string, string>;
  place: Choices;
  language: Choices;
  country: string;
  onChange: (changes: Partial<Website>) => void;
};

/** One line with the website and its readers; it opens for a change, or if the server refuses it. */
function WebsiteRow({ website, errors, place, language, country, onChange }: RowProps) {
  const { t } = useTexts("projects");
  const [isOpen, setOpen] = useState(false);
  const domain = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isOpen) domain.current?.focus();
  }, [isOpen]);
  const shown = isOpen || ["domain", "location_code", "language_code"].some((field) => errors[field]);
  const spoken = language.data.find(({ value }) => value === language.value)?.label ?? "";
  const label = t("projects.field.website");
  return (
    <li className="onboarding-fact">
      <Box flex={1} miw={0}>
        {shown ? (
          <>
            <TextInput
              name="domain"
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              required
              ref={domain}
              label={t("projects.field.domain")}
              error={errors.domain}
              value={website.domain}
              onChange={(event) => onChange({ domain: event.currentTarget.value })}
            />
            <Group grow align="flex-start" mt="sm" preventGrowOverflow={false}>
              <Select
                name="location_code"
                searchable
                allowDeselect={false}
                label={t("projects.field.location")}
                nothingFoundMessage={t("projects.field.noLocation")}
                filter={byName}
                error={errors.location_code}
                {...place}
                onChange={(location_code) => onChange({ location_code, language_code: null })}
              />
              <Select
                name="language_code"
                allowDeselect={false}
                label={t("projects.field.language")}
                error={errors.language_code}
                {...language}
                onChange={(language_code) => onChange({ language_code })}
              />
            </Group>
          </>
        ) : (
          <>
            <Fine>{label}</Fine>
            <Small style={{ overflowWrap: "anywhere" }}>
              {[website.domain, spoken, country].filter(Boolean).join(" · ")}
            </Small>
          </>
        )}
      </Box>
      <IconButton
        icon={shown ? "check" : "edit"}
        iconSize={18}
        size={40}
        aria-expanded={shown}
        label={t("projects.field.changeWebsite")}
        onClick={() => setOpen(!shown)}
      />
    </li>
  );
}
