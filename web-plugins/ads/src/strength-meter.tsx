import { useFormats } from "@sitewright/sdk";
import { Box, Group, Icon, Progress, Text, Title } from "@sitewright/ui";
import { type Assessment, assess, type Strength, strengthOf } from "./strength";
import { useAdsTexts } from "./texts";

const LEVELS: Record<Strength, { value: number; color: string }> = {
  poor: { value: 25, color: "red" },
  average: { value: 50, color: "yellow" },
  good: { value: 75, color: "spruce" },
  excellent: { value: 100, color: "spruce" },
};

type Props = { headlines: string[]; descriptions: string[]; keywords: string[] };

/** The strength of the ad by our estimate, and how to improve it. */
export function StrengthMeter({ headlines, descriptions, keywords }: Props) {
  const t = useAdsTexts();
  const assessments = assess(headlines, descriptions, keywords);
  const strength = strengthOf(assessments);
  const { value, color } = LEVELS[strength];
  return (
    <Box component="section" mt="md">
      <Group gap="xs" mb={6}>
        <Title order={4} size="h6">
          {t("ads.strength.title")}
        </Title>
        <Text size="sm" fw={600}>
          {t(`ads.strength.${strength}`)}
        </Text>
        {/* The label beside it has the same meaning. */}
        <Progress value={value} color={color} size="sm" flex="1 1 6rem" maw={240} aria-hidden="true" />
      </Group>
      <ul className="strength-list">
        {assessments.map((assessment) => (
          <AssessmentLine key={assessment.check} {...assessment} />
        ))}
      </ul>
    </Box>
  );
}

function AssessmentLine({ check, ok, value, wanted }: Assessment) {
  const t = useAdsTexts();
  const formats = useFormats();
  return (
    <Text component="li" size="xs" c={ok ? "dimmed" : "var(--sw-caution)"}>
      <Icon name={ok ? "check" : "alert"} size={14} />
      <span>
        {t(`ads.strength.check.${check}`, { value: formats.number(value), wanted: formats.number(wanted) })}
      </span>
    </Text>
  );
}
