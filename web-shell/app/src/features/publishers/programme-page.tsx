import { Accordion, Container, Group, SimpleGrid, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import { Icon, type IconName } from "@sitewright/ui/icon";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useRegistrationOpen, userQuery } from "../../api/session";
import { useTexts } from "../../i18n/use-texts";
import { PageTitle } from "../../ui/page";
import { TextButton, TextLink } from "../../ui/texts";
import "./publishers.css";
import { Terms } from "./terms";

const GAINS: { icon: IconName; name: "reach" | "safe" | "own" | "languages" | "review" | "versions" }[] = [
  { icon: "user", name: "reach" },
  { icon: "shield", name: "safe" },
  { icon: "star", name: "own" },
  { icon: "language", name: "languages" },
  { icon: "check", name: "review" },
  { icon: "again", name: "versions" },
];
const STEPS = ["make", "try", "register", "send", "review", "serve"] as const;
const QUESTIONS = ["code", "key", "price", "long", "refused", "data", "leave"] as const;

/** The programme for publishers: its benefits, its steps, and the registration. */
export default function ProgrammePage() {
  const { t, href } = useTexts("partners");
  return (
    <Container size="md" py={{ base: 40, sm: 72 }}>
      <PageTitle>{t("partners.page.title")}</PageTitle>
      <Stack gap="lg" maw={640}>
        <Title order={1} fz={{ base: "2rem", sm: "2.75rem" }}>
          {t("partners.hero.title")}
        </Title>
        <Text fz="lg" c="dimmed">
          {t("partners.hero.lead")}
        </Text>
        <WaysIn />
      </Stack>
      <Stack gap={56} mt={{ base: 48, sm: 72 }}>
        <Gains />
        <Steps />
        <Part title={t("partners.share.title")}>
          <Text maw={680}>{t("partners.share.text")}</Text>
          <Text maw={680}>{t("partners.share.counted")}</Text>
          <Text maw={680}>{t("partners.share.paid")}</Text>
          <Text>
            <TextLink to={href("docs", { "*": "plugins/earnings" })}>{t("partners.share.docs")}</TextLink>
          </Text>
        </Part>
        <Part title={t("partners.terms.title")}>
          <Text c="dimmed">{t("partners.terms.lead")}</Text>
          <Terms />
        </Part>
        <Questions />
        <Part title={t("partners.end.title")}>
          <Text c="dimmed">{t("partners.end.text")}</Text>
          <WaysIn />
        </Part>
      </Stack>
    </Container>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="md" aria-label={title}>
      <Title order={2}>{title}</Title>
      {children}
    </Stack>
  );
}

/** A guest registers first and then reaches the portal. */
function WaysIn() {
  const { t, href } = useTexts("partners");
  const { data: user } = useQuery(userQuery);
  const isOpen = useRegistrationOpen();
  return (
    <Group gap="sm">
      <TextButton
        label={t(user ? "partners.hero.portal" : "partners.hero.begin")}
        isMain
        to={href("publisher")}
        size="md"
      />
      {!user && isOpen && <TextLink to={href("register")}>{t("partners.hero.register")}</TextLink>}
    </Group>
  );
}

function Gains() {
  const { t } = useTexts("partners");
  return (
    <Part title={t("partners.gain.title")}>
      <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} spacing="xl">
        {GAINS.map(({ icon, name }) => (
          <Stack key={name} gap="xs">
            <ThemeIcon variant="light" size="lg" radius="md">
              <Icon name={icon} size={20} />
            </ThemeIcon>
            <Title order={3} size="h4">
              {t(`partners.gain.${name}Title`)}
            </Title>
            <Text c="dimmed">{t(`partners.gain.${name}Text`)}</Text>
          </Stack>
        ))}
      </SimpleGrid>
    </Part>
  );
}

function Steps() {
  const { t } = useTexts("partners");
  return (
    <Part title={t("partners.steps.title")}>
      <ol className="partner-steps">
        {STEPS.map((step) => (
          <li key={step}>
            <Text fw={600}>{t(`partners.steps.${step}Title`)}</Text>
            <Text c="dimmed" maw={640}>
              {t(`partners.steps.${step}Text`)}
            </Text>
          </li>
        ))}
      </ol>
    </Part>
  );
}

function Questions() {
  const { t } = useTexts("partners");
  return (
    <Part title={t("partners.faq.title")}>
      <Accordion variant="separated" order={3}>
        {QUESTIONS.map((question) => (
          <Accordion.Item key={question} value={question}>
            <Accordion.Control>{t(`partners.faq.${question}Title`)}</Accordion.Control>
            <Accordion.Panel>{t(`partners.faq.${question}Text`)}</Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Part>
  );
}
