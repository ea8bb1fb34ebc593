import type { User } from "@sitewright/sdk/shell";
import type { IconName } from "@sitewright/ui/icon";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCatalogue } from "../../api/catalogue";
import { api, apiQuery, unwrap, useApi } from "../../api/client";
import { useProjects } from "../../api/projects";
import { useUser } from "../../api/session";
import { useTexts } from "../../i18n/use-texts";
import type { PageName } from "../../paths";
import { useJobs, useRuns } from "./work";

export type Step = { id: string; icon: IconName; title: string; text: string; to?: string };

/** Steps are no reason to show an error. */
const QUIET = { quiet: true, throwOnError: false } as const;

/** The most steps shown at once. */
const SHOWN = 4;

/** Whether the selected project has a brand kit; undefined while it loads. */
function useHasKit(): boolean | undefined {
  const { data } = useApi("/api/brand-kit", {}, QUIET);
  return data && data.brandKit !== null;
}

/** What the steps depend on; undefined while it is unknown. */
function useFacts() {
  const { business } = useUser();
  const waiting = useCatalogue({ needs_model: true, per_page: 1 }).data?.total;
  const projects = useProjects()?.projects;
  const hasKit = useHasKit();
  const runs = useRuns()?.total;
  const paused = useJobs().filter(({ status }) => status === "paused");
  // Only the steps of shops and of publishers need these, so that others do not wait for them.
  const shops = useApi("/api/shops", {}, { ...QUIET, enabled: business === "shop" }).data?.data.length;
  const publisher = useApi("/api/publisher", {}, QUIET).data?.publisher;
  const page = { query: { page: 1, per_page: 1 } };
  const packages = useApi("/api/publisher/packages", page, { ...QUIET, enabled: Boolean(publisher) }).data
    ?.total;
  if (waiting === undefined || !projects || hasKit === undefined || runs === undefined) return undefined;
  if (business === "shop" && shops === undefined) return undefined;
  return { needsModel: waiting > 0, projects: projects.length, hasKit, runs, paused, shops, packages };
}

type Facts = NonNullable<ReturnType<typeof useFacts>>;
type Texts = ReturnType<typeof useTexts>;

/** Steps about things that stopped, or that wait for the user. */
function urgent({ paused }: Facts, user: User, { t, href }: Texts): (Step | false)[] {
  return [
    ...paused.map(
      ({ id, name }): Step => ({
        id: `paused-${id}`,
        icon: "pause",
        title: t("dashboard.step.paused.title", { name }),
        text: t("dashboard.step.paused.text"),
        to: href("bulkJob", { job: id }),
      }),
    ),
    Boolean(user.pending_email) && {
      id: `email-${user.pending_email}`,
      icon: "shield",
      title: t("dashboard.step.email.title"),
      text: t("dashboard.step.email.text", { email: user.pending_email }),
      to: href("settingsInfo"),
    },
  ];
}

/** The next step for what the user runs; none before they say it. */
function ofBusiness({ projects, shops }: Facts, { business }: User, step: MakeStep): Step | false {
  switch (business) {
    case "shop":
      return shops === 0 && step("shop", "shop", "shops");
    case "agency":
      return projects < 2 && step("clients", "user", "addProject");
    case "local":
      return step("post", "edit", "tool", { tool: "facebook-post" }, `post-${thisWeek()}`);
    case "blog":
      return step("article", "document", "tool", { tool: "article-ideas" });
    default:
      return false;
  }
}

type MakeStep = (
  name: "model" | "project" | "brand" | "tool" | "shop" | "clients" | "post" | "article" | "plugin",
  icon: IconName,
  page: PageName,
  params?: Record<string, string>,
  id?: string,
) => Step;

/** The Monday of this week: a step of every week is dismissed for its week. */
function thisWeek(): string {
  const day = new Date();
  day.setDate(day.getDate() - ((day.getDay() + 6) % 7));
  return `${day.getFullYear()}-${day.getMonth() + 1}-${day.getDate()}`;
}

/** The open steps of the account, by its role and by what the user runs. */
function stepsOf(facts: Facts, user: User, texts: Texts): Step[] {
  const { t, href } = texts;
  const step: MakeStep = (name, icon, page, params, id = name) => ({
    id,
    icon,
    title: t(`dashboard.step.${name}.title`),
    text: t(`dashboard.step.${name}.text`),
    to: href(page, params),
  });
  const { needsModel, projects, hasKit, runs, packages } = facts;
  const steps: (Step | false)[] = [
    ...urgent(facts, user, texts),
    // Others cannot connect one, so they have no step: see `note`.
    needsModel && user.role !== "user" && step("model", "spark", "adminModels"),
    packages === 0 && step("plugin", "upload", "publisherPackages"),
    projects === 0 && step("project", "home", "onboarding"),
    projects > 0 && !hasKit && step("brand", "brand", "brandKitSetup"),
    runs === 0 && step("tool", "tools", "tools"),
    ofBusiness(facts, user, step),
  ];
  return steps.filter((step) => step !== false);
}

const dismissedQuery = apiQuery("/api/user/dismissed-steps", {}, { throwOnError: false });

/** Dismisses a step at once; if the server fails to store that, the step reappears with the next query. */
function useDismiss() {
  const queries = useQueryClient();
  const { queryKey } = dismissedQuery;
  const { mutate } = useMutation({
    // The request survives an immediate navigation.
    mutationFn: (step: string) =>
      unwrap(api.POST("/api/user/dismissed-steps", { body: { step }, keepalive: true })),
    onMutate: async (step) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, (known) => ({ data: [...(known?.data ?? []), step] }));
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  return (step: Step) => mutate(step.id);
}

/**
 * The next steps; undefined while they are unknown. Done steps disappear; others can be dismissed. `note` is a quiet
 * line for users about something that only an administrator can change.
 */
export function useSteps() {
  const texts = useTexts("dashboard");
  const user = useUser();
  const facts = useFacts();
  const dismissed = useQuery(dismissedQuery).data?.data;
  const dismiss = useDismiss();
  const open = facts && stepsOf(facts, user, texts);
  const steps = dismissed && open?.filter(({ id }) => !dismissed.includes(id)).slice(0, SHOWN);
  const note = facts?.needsModel && user.role === "user" ? texts.t("dashboard.step.noModel") : null;
  return { steps, dismiss, note };
}
