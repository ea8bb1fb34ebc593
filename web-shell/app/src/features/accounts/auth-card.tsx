import { Box, Card, Center, Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useTexts } from "../../i18n/use-texts";
import { Brand } from "../../ui/brand";
import { CookieChoice } from "../../ui/cookie-choice";
import { LanguageSwitch } from "../../ui/language-switch";
import { PageTitle } from "../../ui/page";
import { SchemeSwitch } from "../../ui/scheme-switch";
import { Dim } from "../../ui/texts";

type Props = { title: string; lead?: string; footer?: ReactNode; children: ReactNode };

/** The layout of every page before the sign-in. */
export function AuthCard({ title, lead, footer, children }: Props) {
  const { t } = useTexts();
  return (
    <Box mih="100dvh" style={{ display: "flex", flexDirection: "column" }}>
      <PageTitle>{title}</PageTitle>
      <Group component="header" justify="space-between" p="md">
        <Brand />
        <Group gap={4}>
          <LanguageSwitch />
          <SchemeSwitch />
        </Group>
      </Group>
      <Center component="main" flex={1} px="md" pb={80}>
        <Stack w="100%" maw={420} gap="lg">
          <Box>
            <Title order={1}>{title}</Title>
            {lead && (
              <Text c="dimmed" mt={6}>
                {lead}
              </Text>
            )}
          </Box>
          <Card withBorder padding="xl" shadow="sm">
            {children}
          </Card>
          {footer && <Text ta="center">{footer}</Text>}
        </Stack>
      </Center>
      <Group component="footer" justify="center" p="md">
        <Dim>{t("accounts.frame.promise")}</Dim>
        <CookieChoice />
      </Group>
    </Box>
  );
}
