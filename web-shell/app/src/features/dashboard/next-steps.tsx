import { Box, Card, Text } from "@mantine/core";
import { Icon } from "@sitewright/ui/icon";
import { Link } from "react-router";
import { useTexts } from "../../i18n/use-texts";
import { Loading, Panel } from "../../ui/page";
import { Dim, IconButton } from "../../ui/texts";
import { useExpected } from "../../ui/use-expected";
import { type Step, useSteps } from "./use-steps";

const STEP_PX = 84;
const NOTE_PX = 72;
const MOST = 4;

/** A short list that follows the state of the account; nothing if all steps are done. */
export function NextSteps() {
  const { t } = useTexts("dashboard");
  const { steps, note, dismiss } = useSteps();
  const expected = useExpected("sitewright.steps", steps?.length, MOST);
  if (expected === 0 && !steps?.length) return null;
  return (
    <Panel title={t("dashboard.steps.title")}>
      <div style={{ minHeight: expected * STEP_PX }}>
        {!steps && <Loading h={expected * STEP_PX} radius="lg" />}
        {steps?.length === 0 && <Dim>{t("dashboard.steps.none")}</Dim>}
        {steps && steps.length > 0 && (
          <Card withBorder padding={0}>
            <ul className="dashboard-list">
              {steps.map((step) => (
                <Item key={step.id} step={step} onDismiss={() => dismiss(step)} />
              ))}
            </ul>
          </Card>
        )}
        {steps && <Tips room={(expected - steps.length) * STEP_PX - (note ? NOTE_PX : 0)} />}
        {note && (
          <div className="dashboard-note">
            <Icon name="spark" size={18} />
            <Dim>{note}</Dim>
          </div>
        )}
      </div>
    </Panel>
  );
}

const TIPS = ["first-steps", "brand-kit", "words"] as const;
const TIP_PX = 44;
const TIPS_HEAD_PX = 44;

/** Pages of the help, as far as they fit where a first visit has fewer steps than there is room for. */
function Tips({ room }: { room: number }) {
  const { t, href } = useTexts("dashboard");
  const shown = TIPS.slice(0, Math.max(0, Math.floor((room - TIPS_HEAD_PX) / TIP_PX)));
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="dashboard-tips" className="dashboard-tips">
      <h3 id="dashboard-tips">{t("dashboard.tips.title")}</h3>
      <ul className="dashboard-list">
        {shown.map((page) => (
          <li key={page} className="dashboard-row">
            <Icon name="help" size={18} />
            <Link to={href("docs", { "*": `help/${page}` })} className="dashboard-link">
              {t(`dashboard.tips.${page}`)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Item({ step, onDismiss }: { step: Step; onDismiss: () => void }) {
  const { t } = useTexts("dashboard");
  const title = <Text fw={600}>{step.title}</Text>;
  return (
    <li className="dashboard-item">
      <span className="dashboard-sign">
        <Icon name={step.icon} />
      </span>
      <Box miw={0} flex={1}>
        {step.to ? (
          <Link to={step.to} className="dashboard-link">
            {title}
          </Link>
        ) : (
          title
        )}
        <Dim className="dashboard-text">{step.text}</Dim>
      </Box>
      <IconButton
        icon="close"
        iconSize={16}
        label={t("dashboard.steps.dismiss", { title: step.title })}
        className="dashboard-above"
        size={40}
        c="var(--mantine-color-text)"
        onClick={onDismiss}
      />
    </li>
  );
}
