import { api } from "../api/client";
import type { StepProps, Website } from "../api/onboarding";
import { FactsStep } from "../features/brand/facts-step";
import { SiteStep } from "../features/brand/site-step";
import { OnboardingPage } from "../features/onboarding/onboarding-page";
import { useWebsite } from "../features/projects/use-website";
import type { Language } from "../paths";
import { ToolModule } from "../plugins/tool-module";

const saveLanguage = (language: Language) => api.PATCH("/api/user", { body: { language } });

/** The facts of a website are saved in its project. */
function FactsOfWebsite({ website, ...step }: StepProps & { website: Website }) {
  const language = step.draft.proposal?.language ?? null;
  const fields = useWebsite({ website, language, onChange: (website) => step.change({ website }) });
  return <FactsStep {...step} website={fields} />;
}

/** The onboarding uses several features, which may not import each other. */
export default function OnboardingRoute() {
  return (
    <OnboardingPage
      site={(step) => <SiteStep {...step} />}
      facts={(step) =>
        step.draft.website ? (
          <FactsOfWebsite {...step} website={step.draft.website} />
        ) : (
          <FactsStep {...step} website={null} />
        )
      }
      result={(tool, order) => <ToolModule tool={tool} order={order} />}
      onLanguage={saveLanguage}
    />
  );
}
