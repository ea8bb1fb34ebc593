import { type Period, type Plan, useRequest } from "../../api/plans";
import { ConfirmDialog } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Strong } from "../../ui/texts";
import { termsOf } from "./terms";

type Props = { plan: Plan; period: Period; onClose: () => void };

/** Tells what a plan costs before it is requested. */
export default function AskedFirst({ plan, period, onClose }: Props) {
  const { t, language } = useTexts("plans");
  const { ask } = useRequest();
  return (
    <ConfirmDialog
      title={t("plans.request.sure", { plan: plan.name })}
      text={t("plans.request.sureText")}
      color="spruce"
      go={t("plans.request.send")}
      done={t("plans.request.sent")}
      changed={null}
      act={() => ask({ product_id: plan.id, period })}
      onClose={onClose}
    >
      <Strong>{termsOf(t, language, plan, period)}</Strong>
    </ConfirmDialog>
  );
}
