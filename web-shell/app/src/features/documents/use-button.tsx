import { Button, Stack } from "@mantine/core";
import { startInput, type Values } from "@sitewright/sdk/fields";
import { textToCopy } from "@sitewright/sdk/result-text";
import { type Document, type Tool, useShell } from "@sitewright/sdk/shell";
import { readable } from "@sitewright/ui/clip";
import { useNavigate } from "react-router";
import { CATALOGUE_PAGE, useCatalogue } from "../../api/catalogue";
import { useProjects, useSelectProject } from "../../api/projects";
import { useTexts } from "../../i18n/use-texts";
import { Dialog, DialogButton } from "../../ui/dialog";
import { Loading } from "../../ui/page";
import { Dim } from "../../ui/texts";
import { ToolIcon } from "../../ui/tool-icon";
import { cutToFit, textFieldOf } from "./text-field";
import { useOrigin } from "./use-origin";

type Props = {
  document: Document;
  /** The index of the variant on the screen. */
  place: number;
};

/** Opens another tool with the text of a document in its form. */
export function UseButton(props: Props) {
  const { t } = useTexts("sharing");
  return (
    <DialogButton label={t("sharing.use.go")} size="xs" icon="tools">
      {(close) => <UseDialog {...props} onClose={close} />}
    </DialogButton>
  );
}

export function UseDialog({ onClose, ...props }: Props & { onClose: () => void }) {
  const { t } = useTexts("sharing");
  return (
    <Dialog title={t("sharing.use.go")} onClose={onClose}>
      <Tools {...props} />
    </Dialog>
  );
}

/** Opens the form of a tool with a text, for the project of the document: the text of one client is not shown for another. */
function useOpening({ project_id }: Document) {
  const { href } = useTexts();
  const navigate = useNavigate();
  const select = useSelectProject();
  const { projectDomain, projectId } = useShell();
  const own = useProjects()?.projects.find(({ id }) => id === project_id);
  return (tool: string, values: Values) => {
    const open = () => {
      // Not in the address: a text may be long.
      startInput(tool, own ? own.site.domain : projectDomain, values);
      navigate(href("tool", { tool }));
    };
    if (own && own.id !== projectId) select(own.id, open);
    else open();
  };
}

/** The tools of the plan whose form takes a whole text. */
function Tools({ document, place }: Props) {
  const { t } = useTexts("sharing");
  const open = useOpening(document);
  const { run, output, isDrawn, isKnown } = useOrigin(document);
  const { data } = useCatalogue({ schemas: true, locked: false, per_page: CATALOGUE_PAGE });
  if (!data || !isKnown) return <Loading h={240} />;
  const takers = data.tools.flatMap((tool) => {
    // A page of a package has no form of the shell.
    const field = tool.ui.module === "page" ? undefined : textFieldOf(tool as Tool);
    return field && tool.id !== document.tool ? [{ tool, field }] : [];
  });
  const text = readable(textToCopy(document, output, run, { place, isDrawn }));
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
          onClick={() => open(tool.id, { [field.name]: cutToFit(text, field.limit) })}
        >
          {tool.name}
        </Button>
      ))}
    </Stack>
  );
}
