import { Drawer, Group } from "@mantine/core";
import type { User } from "@sitewright/sdk/shell";
import { useTranslation } from "react-i18next";
import { Brand } from "../ui/brand";
import { SideMenu } from "./side-menu";

type Props = { user: User; opened: boolean; onClose: () => void };

/** The side menu of narrow screens. */
export function MobileMenu({ user, opened, onClose }: Props) {
  const { t } = useTranslation("layout");
  return (
    <Drawer.Root opened={opened} onClose={onClose} size={272} hiddenFrom="sm">
      <Drawer.Overlay />
      <Drawer.Content aria-label={t("layout.menu.title")}>
        <Drawer.Body>
          <Group justify="space-between" mb="md">
            <Brand />
            <Drawer.CloseButton aria-label={t("layout.menu.close")} />
          </Group>
          <nav aria-label={t("layout.menu.title")}>
            <SideMenu user={user} folded={false} onNavigate={onClose} />
          </nav>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
