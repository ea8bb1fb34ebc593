import { type ListedTool, useShell } from "@sitewright/sdk/shell";
import type { TFunction } from "i18next";
import { useTexts } from "../i18n/use-texts";
import { Notice } from "./page";
import { Small, TextLink } from "./texts";

/** Says which plan has a tool that the user's plan does not have, or that none has it. */
export function lockText({ lock }: Pick<ListedTool, "lock">, t: TFunction<"tools">): string {
  if (lock?.denied) return t("tools.lock.denied");
  return lock?.plan ? t("tools.lock.plan", { plan: lock.plan }) : t("tools.lock.nowhere");
}

/** Says on a tool's page that it cannot be used, and what to do; in a trial there is no plan to choose. */
export function ToolLock({ tool }: { tool: ListedTool }) {
  const { t, href } = useTexts("tools");
  const { trial } = useShell();
  if (!tool.lock) return null;
  const { denied, plan } = tool.lock;
  return (
    <Notice icon="lock" color="yellow" variant="light">
      <Small>
        {denied ? (
          t("tools.lock.deniedText")
        ) : (
          <>
            {t("tools.lock.title")} {plan ? t("tools.lock.planHasIt", { plan }) : t("tools.lock.noneHasIt")}{" "}
            {!trial && (
              <TextLink to={href("checkout")} c="inherit" inherit>
                {t("tools.lock.plans")}
              </TextLink>
            )}
          </>
        )}
      </Small>
    </Notice>
  );
}
