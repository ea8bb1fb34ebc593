import { Button, type ButtonProps, CopyButton as Copy } from "@mantine/core";

type Props = ButtonProps & { value: string; label: string; copied: string };

/** Copies a text, and confirms it for a moment. */
export const CopyButton = ({ value, label, copied, ...props }: Props) => (
  <Copy value={value}>
    {({ copied: isCopied, copy }) => (
      <Button variant="default" {...props} onClick={copy}>
        {isCopied ? copied : label}
      </Button>
    )}
  </Copy>
);
