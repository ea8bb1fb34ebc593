import { api } from "../api/client";
import { BrandStep } from "../features/brand/brand-step";
import { OnboardingPage } from "../features/projects/onboarding-page";
import { ToolShelf } from "../features/tools/tool-shelf";
import type { Language } from "../paths";

const saveLanguage = (language: Language) => api.PATCH("/api/user", { body: { language } });

/** The onboarding uses several features, which may not import each other. */
export default function OnboardingRoute() {
  return (
    <OnboardingPage
      brand={(address, onDone) => <BrandStep address={address} onDone={onDone} />}
      tools={<ToolShelf />}
      onLanguage={saveLanguage}
    />
  );
}
