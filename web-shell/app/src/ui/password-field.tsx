import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** A password that can be shown. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      required
      visibilityToggleButtonProps={{ "aria-label": t("shell.password.show") }}
      {...props}
    />
  );
}
