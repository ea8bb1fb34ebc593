import { Avatar, UnstyledButton, VisuallyHidden } from "@mantine/core";
import type { User } from "@sitewright/sdk/shell";
import type { ComponentProps } from "react";
import { useTexts } from "../i18n/use-texts";
import { initials } from "../ui/initials";
import { Fine, Strong } from "../ui/texts";
import { classes, whenWanted } from "../ui/when-wanted";

export type Props = { user: User };

/**
 * Picture, name and address; a narrow screen has room for the picture only. Without a picture it shows initials.
 * It is decorative: the button has the same accessible name at every width.
 */
function Face({ user }: { user: User }) {
  return (
    <>
      <Avatar
        src={user.avatar}
        size={32}
        radius="xl"
        color="spruce"
        variant="filled"
        alt=""
        aria-hidden="true"
      >
        {initials(user.name)}
      </Avatar>
      <span className="sw-face" aria-hidden="true">
        <Strong lh={1.25} truncate>
          {user.name}
        </Strong>
        <Fine lh={1.25} truncate>
          {user.email}
        </Fine>
      </span>
    </>
  );
}

/** The button of the menu. */
export function UserButton({ user, ...button }: Props & ComponentProps<"button">) {
  const { t } = useTexts("layout");
  return (
    <UnstyledButton aria-haspopup="dialog" {...button} className={classes("sw-user", button)}>
      <Face user={user} />
      <VisuallyHidden>{`${user.name} ${user.email}, ${t("layout.user.menu")}`}</VisuallyHidden>
    </UnstyledButton>
  );
}

export const UserMenu = whenWanted<Props>(() => import("./user-list"), UserButton);
