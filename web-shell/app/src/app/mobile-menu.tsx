import { Drawer, Group } from "@mantine/core";
import type { User } from "@sitewright/sdk/shell";
import { useEffect, useState } from "react";
import { useTexts } from "../i18n/use-texts";
import { Brand } from "../ui/brand";
import { SideMenu } from "./side-menu";

type Props = { user: User; opened: boolean; onClose: () => void };

/** The side menu on a phone. */
export default function MobileMenu({ user, opened, onClose }: Props) {
  const { t } = useTexts("layout");
  // It opens after it was drawn, so that it can return the focus.
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => setDrawn(true), []);
  return (
    <Drawer.Root opened={opened && isDrawn} onClose={onClose} size={272} hiddenFrom="sm">
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
