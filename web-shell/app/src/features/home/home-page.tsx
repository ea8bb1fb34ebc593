import { Container, Group, SimpleGrid, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import { Icon, type IconName } from "@sitewright/ui/icon";
import { useQuery } from "@tanstack/react-query";
import { useRegistrationOpen, userQuery } from "../../api/session";
import { useTexts } from "../../i18n/use-texts";
import { PageTitle } from "../../ui/page";
import { Subtitle, TextButton, TextLink } from "../../ui/texts";

const REASONS: { icon: IconName; name: "write" | "measure" | "own" }[] = [
  { icon: "edit", name: "write" },
  { icon: "check", name: "measure" },
  { icon: "shield", name: "own" },
];

function WaysIn() {
  const { t, href } = useTexts("home");
  const { data: user } = useQuery(userQuery);
  const isOpen = useRegistrationOpen();
  if (user) {
    return <TextButton label={t("home.hero.dashboard")} isMain to={href("dashboard")} size="md" />;
  }
  return (
    <>
      {isOpen && <TextButton label={t("home.hero.register")} isMain to={href("register")} size="md" />}
      <TextButton
        label={t("home.hero.login")}
        to={href("login")}
        size="md"
        variant={isOpen ? "default" : "filled"}
      />
    </>
  );
}

/** Presents the product, with links to register and sign in. */
export default function HomePage() {
  const { t, href } = useTexts("home");
  return (
    <Container size="md" py={{ base: 40, sm: 72 }}>
      <PageTitle>{t("home.page.title")}</PageTitle>
      <Stack gap="lg" maw={640}>
        <Title order={1} fz={{ base: "2.25rem", sm: "3rem" }}>
          {t("home.hero.title")}
        </Title>
        <Text fz="lg" c="dimmed">
          {t("home.hero.lead")}
        </Text>
        <Group gap="sm">
          <WaysIn />
        </Group>
      </Stack>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="xl" mt={{ base: 48, sm: 80 }}>
        {REASONS.map(({ icon, name }) => (
          <Stack key={name} gap="xs">
            <ThemeIcon variant="light" size="lg" radius="md">
              <Icon name={icon} size={20} />
            </ThemeIcon>
            <Subtitle>{t(`home.reason.${name}Title`)}</Subtitle>
            <Text c="dimmed">{t(`home.reason.${name}Text`)}</Text>
          </Stack>
        ))}
      </SimpleGrid>
      <Text mt={{ base: 48, sm: 80 }} c="dimmed">
        {t("home.partners.text")} <TextLink to={href("partners")}>{t("home.partners.link")}</TextLink>
      </Text>
    </Container>
  );
}
