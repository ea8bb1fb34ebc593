import type { IconName } from "@sitewright/ui/icon";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCatalogue } from "../../api/catalogue";
import { api, apiQuery, unwrap, useApi } from "../../api/client";
import { useProjects } from "../../api/projects";
import { useUser } from "../../api/session";
import { useTexts } from "../../i18n/use-texts";
import { useJobs, useRuns } from "./work";

export type Step = { id: string; icon: IconName; title: string; text: string; to?: string };
type Words = Pick<Step, "title" | "text">;

/** The most steps shown at once. */
const SHOWN = 4;

/** Whether the selected project has a brand kit; undefined while it loads. */
function useHasKit(): boolean | undefined {
  const { data } = useApi("/api/brand-kit", {}, { quiet: true, throwOnError: false });
  return data && data.brandKit !== null;
}

/** The open steps of the account; undefined while they are unknown. */
function useOpenSteps(): Step[] | undefined {
  const { t, href } = useTexts("dashboard");
  const user = useUser();
  const waiting = useCatalogue({ needs_model: true, per_page: 1 }).data?.total;
  const projects = useProjects()?.projects;
  const hasKit = useHasKit();
  const runs = useRuns()?.total;
  const paused = useJobs().filter(({ status }) => status === "paused");
  if (waiting === undefined || !projects || hasKit === undefined || runs === undefined) return undefined;

  const isAdmin = user.role !== "user";
  const words = (step: "project" | "brand" | "tool"): Words => ({
    title: t(`dashboard.step.${step}.title`),
    text: t(`dashboard.step.${step}.text`),
  });
  const steps: (Step | false)[] = [
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
    waiting > 0 && {
      id: "model",
      icon: "spark",
      title: t("dashboard.step.model.title"),
      text: t(isAdmin ? "dashboard.step.model.text" : "dashboard.step.model.ask"),
      ...(isAdmin && { to: href("adminModels") }),
    },
    projects.length === 0 && { id: "project", icon: "home", ...words("project"), to: href("onboarding") },
    projects.length > 0 &&
      !hasKit && { id: "brand", icon: "brand", ...words("brand"), to: href("brandKitSetup") },
    runs === 0 && { id: "tool", icon: "tools", ...words("tool"), to: href("tools") },
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

/** The next steps; undefined while they are unknown. Done steps disappear; others can be dismissed. */
export function useSteps() {
  const dismissed = useQuery(dismissedQuery).data?.data;
  const dismiss = useDismiss();
  const open = useOpenSteps();
  const steps = dismissed && open?.filter(({ id }) => !dismissed.includes(id)).slice(0, SHOWN);
  return { steps, dismiss };
}
