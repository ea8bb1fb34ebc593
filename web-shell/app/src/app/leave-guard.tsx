import { Group, Text } from "@mantine/core";
import { losesEdits } from "@sitewright/sdk/shell";
import { useEffect } from "react";
import { type BlockerFunction, useBlocker } from "react-router";
import { useTexts } from "../i18n/use-texts";
import { findPage } from "../paths";
import { Dialog } from "../ui/dialog";
import { TextButton } from "../ui/texts";

/** Whether both are the same page, possibly in different languages. */
function isSamePage(before: string, after: string): boolean {
  const [from, to] = [findPage(before), findPage(after)];
  return from?.page === to?.page && JSON.stringify(from?.params) === JSON.stringify(to?.params);
}

const shouldAsk: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.pathname !== nextLocation.pathname &&
  losesEdits(isSamePage(currentLocation.pathname, nextLocation.pathname));

/** Asks before a page with unsaved edits is left: by a dialog within the product, else by the browser's prompt. */
export function LeaveGuard() {
  const { t } = useTexts();
  const blocker = useBlocker(shouldAsk);

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      // A reload is like a change of language on the same page: stored edits are restored.
      if (losesEdits(true)) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);

  if (blocker.state !== "blocked") return null;
  return (
    <Dialog title={t("shell.leave.title")} onClose={blocker.reset}>
      <Text>{t("shell.leave.text")}</Text>
      <Group justify="flex-end" mt="lg">
        <TextButton label={t("shell.leave.go")} onClick={blocker.proceed} />
        <TextButton label={t("shell.leave.stay")} isMain data-autofocus onClick={blocker.reset} />
      </Group>
    </Dialog>
  );
}
