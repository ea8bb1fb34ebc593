import { useTexts } from "../../i18n/use-texts";
import { Dialog, DialogButton } from "../../ui/dialog";
import { useProject } from "./audits";
import { StartForm } from "./start-form";

/** Starts another audit of the selected project. */
export function NewAudit() {
  const { t } = useTexts("audits");
  const project = useProject();
  if (!project) return null;
  return (
    <DialogButton label={t("audits.frame.again")} isMain icon="again">
      {(close) => (
        <Dialog title={t("audits.frame.again")} onClose={close}>
          <StartForm project={project} onCancel={close} />
        </Dialog>
      )}
    </DialogButton>
  );
}
