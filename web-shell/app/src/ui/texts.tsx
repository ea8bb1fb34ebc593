import {
  ActionIcon,
  type ActionIconProps,
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  Text,
  type TextProps,
  Title,
  type TitleProps,
} from "@mantine/core";
import { Icon, type IconName } from "@sitewright/ui/icon";
import type { ComponentProps, ReactNode } from "react";
import { Link, type LinkProps, type To } from "react-router";

type DimProps = TextProps & Pick<ComponentProps<"p">, "role"> & { children?: ReactNode };

/** Secondary text: small and dimmed. */
export const Dim = (props: DimProps) => <Text size="sm" c="dimmed" {...props} />;

/** Small text, its title, and an error in it. */
export const Small = (props: DimProps) => <Text size="sm" {...props} />;
export const Strong = (props: DimProps) => <Text size="sm" fw={600} {...props} />;
export const Wrong = (props: DimProps) => <Text size="sm" c="var(--mantine-color-error)" {...props} />;

/** The smallest text, for facts beside a name. */
export const Fine = (props: DimProps) => <Text size="xs" c="dimmed" {...props} />;

/** The description below a heading. */
export const Lead = (props: DimProps) => <Text c="dimmed" mt={4} {...props} />;

type LineProps = DimProps & { of: (string | number | false | null | undefined)[] };

/** Facts on one line; empty ones are omitted. */
export const Line = ({ of, ...props }: LineProps) => (
  <Dim style={{ overflowWrap: "anywhere" }} {...props}>
    {of.filter(Boolean).join(" · ")}
  </Dim>
);

/** The heading of a part of a page. */
export const Subtitle = (props: TitleProps & { children: ReactNode }) => (
  <Title order={2} size="h4" {...props} />
);

/** The properties of a button that starts a mutation. */
export const starts = <Of extends unknown[]>(
  mutation: { isPending: boolean; mutate: (...of: Of) => void },
  ...of: Of
) => ({ loading: mutation.isPending, onClick: () => mutation.mutate(...of) });

/** A link to a page, inside a text. */
export const TextLink = (props: AnchorProps & Omit<LinkProps, keyof AnchorProps>) => (
  <Anchor component={Link} underline="always" {...props} />
);

export type TextButtonProps = ButtonProps &
  Omit<ComponentProps<"button">, keyof ButtonProps | "name" | "children"> & {
    label: string;
    icon?: IconName;
    /** The accessible name, for users who do not see the context; the label otherwise. */
    name?: string | undefined;
    /** Makes it a link to a page. */
    to?: To;
    /** Makes it a link that downloads a file. */
    file?: string;
    /** Makes it a link that opens another site, or a page of the public one, in a new tab. */
    outside?: string;
    /** The main action. */
    isMain?: boolean;
    /** Its effect cannot be undone. */
    isDanger?: boolean;
  };

const targetOf = ({ to, file, outside }: Pick<TextButtonProps, "to" | "file" | "outside">) => {
  if (to) return { component: Link, to };
  if (file) return { component: "a", href: file, download: true };
  return outside ? { component: "a", href: outside, target: "_blank", rel: "noopener" } : {};
};

/** A button, or a link that looks like one, with an icon before its label. */
export function TextButton(props: TextButtonProps) {
  const { label, icon, name, to, file, outside, isMain, isDanger, ...button } = props;
  return (
    <Button
      variant={isMain ? "filled" : "default"}
      aria-label={name}
      leftSection={icon && <Icon name={icon} size={button.size === "xs" ? 15 : 16} />}
      {...(isDanger && { color: "red", c: "var(--mantine-color-error)" })}
      {...(targetOf({ to, file, outside }) as object)}
      {...button}
    >
      {label}
    </Button>
  );
}

type IconButtonProps = ActionIconProps &
  Omit<ComponentProps<"button">, keyof ActionIconProps> & {
    icon: IconName;
    iconSize?: number;
    /** The accessible name. */
    label: string;
  };

/** A button that is only an icon. */
export const IconButton = ({ icon, iconSize, label, ...button }: IconButtonProps) => (
  <ActionIcon variant="subtle" color="gray" aria-label={label} {...button}>
    <Icon name={icon} size={iconSize} />
  </ActionIcon>
);
