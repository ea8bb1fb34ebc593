import { Button, Group, Typography } from "@mantine/core";
import DOMPurify from "dompurify";
import type { MouseEvent } from "react";
import { useTexts } from "../i18n/use-texts";
import { pageAt } from "../paths";
import { Dialog } from "../ui/dialog";
import { router } from "./routes";

/** The server sends a little markup: emphasis, paragraphs, lists, links. All else is removed. */
const ALLOWED = {
  ALLOWED_TAGS: ["a", "b", "br", "em", "i", "li", "ol", "p", "strong", "u", "ul"],
  ALLOWED_ATTR: ["href"],
};

/** Says that a limit of the plan is reached, and links to the plans if there is a page that sells them. */
export default function LimitDialog({ html, onClose }: { html: string; onClose: () => void }) {
  const { t, href } = useTexts();
  const plans = pageAt("/checkout") ?? pageAt("/app/settings/billing");
  const showPlans = (event: MouseEvent, address: string) => {
    event.preventDefault();
    onClose();
    router.navigate(address);
  };
  const clean = DOMPurify.sanitize(html || t("shell.limit.text"), ALLOWED);
  return (
    <Dialog title={t("shell.limit.title")} onClose={onClose}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised in the line above. */}
      <Typography dangerouslySetInnerHTML={{ __html: clean }} />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t("shell.limit.dismiss")}
        </Button>
        {plans && (
          <Button component="a" href={href(plans)} onClick={(event) => showPlans(event, href(plans))}>
            {t("shell.limit.plans")}
          </Button>
        )}
      </Group>
    </Dialog>
  );
}
