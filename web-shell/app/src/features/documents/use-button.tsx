import { Button, Stack } from "@mantine/core";
import { rememberInput } from "@sitewright/sdk/fields";
import { type Document, type Tool, useShell } from "@sitewright/sdk/shell";
import { useNavigate } from "react-router";
import { CATALOGUE_PAGE, useCatalogue } from "../../api/catalogue";
import { useTexts } from "../../i18n/use-texts";
import { Dialog, DialogButton } from "../../ui/dialog";
import { Loading } from "../../ui/page";
import { Dim } from "../../ui/texts";
import { ToolIcon } from "../../ui/tool-icon";
import { textFieldOf } from "./text-field";

/** Opens another tool with the text of a document in its form. */
export function UseButton({ document }: { document: Document }) {
  const { t } = useTexts("sharing");
  return (
    <DialogButton label={t("sharing.use.go")} size="xs" icon="tools">
      {(close) => <UseDialog document={document} onClose={close} />}
    </DialogButton>
  );
}

export function UseDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const { t } = useTexts("sharing");
  return (
    <Dialog title={t("sharing.use.go")} onClose={onClose}>
      <Tools document={document} />
    </Dialog>
  );
}

/** The tools of the plan whose form takes a whole text. */
function Tools({ document }: { document: Document }) {
  const { t, href } = useTexts("sharing");
  const navigate = useNavigate();
  const { projectDomain: domain } = useShell();
  const { data } = useCatalogue({ schemas: true, locked: false, per_page: CATALOGUE_PAGE });
  if (!data) return <Loading h={240} />;
  const takers = data.tools.flatMap((tool) => {
    // A page of a package has no form of the shell.
    const field = tool.ui.module === "page" ? undefined : textFieldOf(tool as Tool);
    return field && tool.id !== document.tool ? [{ tool, field }] : [];
  });
  if (takers.length === 0) return <Dim>{t("sharing.use.none")}</Dim>;
  return (
    <Stack gap={4}>
      {takers.map(({ tool, field }) => (
        <Button
          key={tool.id}
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          justify="flex-start"
          h="auto"
          py={6}
          leftSection={<ToolIcon icon={tool.icon} category={tool.category} size={28} />}
          onClick={() => {
            // Not in the address: a text may be long.
            rememberInput(tool.id, domain, { [field]: document.text });
            navigate(href("tool", { tool: tool.id }));
          }}
        >
          {tool.name}
        </Button>
      ))}
    </Stack>
  );
}
