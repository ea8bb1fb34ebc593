import { useLocalStorage } from "@mantine/hooks";
import type { IconName } from "@sitewright/ui/icon";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useCatalogue } from "../../api/catalogue";
import { api, quietly, unwrap } from "../../api/client";
import { useProjects } from "../../api/projects";
import { useUser } from "../../api/session";
import { useHref } from "../../i18n/use-page-language";
import { useJobs, useRuns } from "./work";

export type Step = { id: string; icon: IconName; title: string; text: string; to?: string };
type Words = Pick<Step, "title" | "text">;

/** Shown at once; more than this is a list of duties. */
const SHOWN = 4;

/** Whether a brand kit is filled in for what the person works on; undefined while nobody knows. */
function useHasKit(): boolean | undefined {
  const { data } = useQuery({
    queryKey: ["brand-kit"],
    queryFn: () => unwrap(api.GET("/api/brand-kit", { headers: quietly })),
  });
  return data && data.brandKit !== null;
}

/** The state of the account in steps, those that are done left out; undefined while it is not known. */
function useOpenSteps(): Step[] | undefined {
  const { t } = useTranslation("dashboard");
  const href = useHref();
  const user = useUser();
  const tools = useCatalogue().data?.tools;
  const projects = useProjects()?.projects;
  const hasKit = useHasKit();
  const runs = useRuns()?.total;
  const paused = useJobs().filter(({ status }) => status === "paused");
  if (!tools || !projects || hasKit === undefined || runs === undefined) return undefined;

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
    tools.some(({ needs_model }) => needs_model !== "never") && {
      id: "model",
      icon: "spark",
      title: t("dashboard.step.model.title"),
      text: t(isAdmin ? "dashboard.step.model.text" : "dashboard.step.model.ask"),
    },
    projects.length === 0 && { id: "project", icon: "home", ...words("project"), to: href("onboarding") },
    projects.length > 0 &&
      !hasKit && { id: "brand", icon: "brand", ...words("brand"), to: href("brandKitSetup") },
    runs === 0 && { id: "tool", icon: "tools", ...words("tool"), to: href("tools") },
  ];
  return steps.filter((step) => step !== false);
}

/** What to do next. Done steps vanish by themselves; others can be dismissed in this browser. */
export function useSteps() {
  const { id } = useUser();
  const [dismissed, setDismissed] = useLocalStorage<string[]>({
    key: `sitewright.dismissed-steps.${id}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const open = useOpenSteps()?.filter((step) => !dismissed.includes(step.id));
  return {
    steps: open?.slice(0, SHOWN) ?? [],
    dismiss: (step: Step) => setDismissed((known) => [...known, step.id]),
  };
}
