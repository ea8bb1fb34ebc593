import { Group, Text } from "@mantine/core";
import { losesEdits } from "@sitewright/sdk/shell";
import { useEffect } from "react";
import { type BlockerFunction, useBlocker } from "react-router";
import { useTexts } from "../i18n/use-texts";
import { findPage } from "../paths";
import { Dialog } from "../ui/dialog";
import { TextButton } from "../ui/texts";

/** The same page, perhaps in the other language. */
function isSamePage(before: string, after: string): boolean {
  const [from, to] = [findPage(before), findPage(after)];
  return from?.page === to?.page && JSON.stringify(from?.params) === JSON.stringify(to?.params);
}

const shouldAsk: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.pathname !== nextLocation.pathname &&
  losesEdits(isSamePage(currentLocation.pathname, nextLocation.pathname));

/** Asks before a page is left whose edits are not saved: here within the product, by the browser's own words outside. */
export function LeaveGuard() {
  const { t } = useTexts();
  const blocker = useBlocker(shouldAsk);

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      // A reload is like the other language of the same page: what is kept elsewhere comes back.
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
