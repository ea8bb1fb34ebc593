import { Button, type ButtonProps, CopyButton as Copy } from "@mantine/core";

type Props = ButtonProps & { value: string; label: string; copied: string; name?: string };

/** Copies a text, and confirms it for a moment. A `name` tells buttons with equal labels apart. */
export const CopyButton = ({ value, label, copied, name, ...props }: Props) => (
  <Copy value={value}>
    {({ copied: isCopied, copy }) => (
      <Button variant="default" {...props} aria-label={isCopied ? undefined : name} onClick={copy}>
        {isCopied ? copied : label}
      </Button>
    )}
  </Copy>
);
