import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** A password that can be shown. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      required
      // The library marks other inputs by itself, and this one not.
      aria-invalid={props.error ? true : undefined}
      visibilityToggleButtonProps={{ "aria-label": t("shell.password.show") }}
      {...props}
    />
  );
}
