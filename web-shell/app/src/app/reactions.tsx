import { Button, Group, Modal, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { onReaction } from "../api/client";
import { endSession } from "../api/session";
import { currentLanguage, text } from "../i18n/i18n";
import { pathTo } from "../paths";
import { notify } from "../ui/notify";
import { router } from "./routes";

function leave() {
  const { pathname, search } = router.state.location;
  if (!pathname.startsWith("/app")) return;
  endSession();
  router.navigate(`${pathTo("login", currentLanguage())}?next=${encodeURIComponent(pathname + search)}`);
}

/** Shows what the API client decided about an answer: snackbars, the way to the sign-in, the limit dialog. */
export function Reactions() {
  const { t } = useTranslation();
  const [limit, setLimit] = useState<string | null>(null);

  useEffect(() => {
    onReaction((reaction) => {
      if (reaction.do === "tell") notify.error(reaction.text ?? text(reaction.fallback));
      if (reaction.do === "sign-out") leave();
      if (reaction.do === "offer-plans") setLimit(reaction.text);
    });
  }, []);

  return (
    <Modal
      opened={limit !== null}
      onClose={() => setLimit(null)}
      title={t("shell.limit.title")}
      closeButtonProps={{ "aria-label": t("shell.action.close") }}
    >
      <Text>{limit || t("shell.limit.text")}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => setLimit(null)}>
          {t("shell.limit.dismiss")}
        </Button>
      </Group>
    </Modal>
  );
}
