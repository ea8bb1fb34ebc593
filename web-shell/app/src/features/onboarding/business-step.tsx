import { Badge, Box, UnstyledButton } from "@mantine/core";
import { Icon, type IconName } from "@sitewright/ui/icon";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import type { Business, StepProps } from "../../api/onboarding";
import { userQuery, useUser } from "../../api/session";
import { useTexts } from "../../i18n/use-texts";
import { Fine, Strong } from "../../ui/texts";

const BUSINESSES: Record<Business, IconName> = {
  local: "home",
  shop: "shop",
  agency: "user",
  blog: "document",
  other: "star",
};

/** What the user runs, with one click; the website's proposal comes first. */
export function BusinessStep({ draft, change, onDone }: StepProps) {
  const { t } = useTexts("onboarding");
  const { business } = useUser();
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: (business: Business) => unwrap(api.PATCH("/api/user", { body: { business } })),
    onSuccess: (user) => {
      queries.setQueryData(userQuery.queryKey, user);
      if (user.business !== business) change({ order: null });
      onDone();
    },
  });
  const proposed = draft.proposal?.business ?? null;
  const all = Object.keys(BUSINESSES) as Business[];
  const sorted = all.sort((one, other) => Number(other === proposed) - Number(one === proposed));
  return (
    <ul className="onboarding-businesses">
      {sorted.map((each) => (
        <li key={each}>
          <UnstyledButton
            className="onboarding-business"
            aria-pressed={each === business}
            data-proposed={each === proposed || undefined}
            disabled={save.isPending}
            onClick={() => save.mutate(each)}
          >
            <Icon name={BUSINESSES[each]} size={24} />
            <Box component="span" display="block">
              <Strong span display="block">
                {t(`onboarding.business.${each}`)}
              </Strong>
              <Fine span display="block">
                {t(`onboarding.business.${each}Text`)}
              </Fine>
              {each === proposed && (
                <Badge component="span" variant="light" mt={4} tt="none">
                  {t("onboarding.business.proposed")}
                </Badge>
              )}
            </Box>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
