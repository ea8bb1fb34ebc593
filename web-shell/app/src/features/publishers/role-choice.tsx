import { Radio, Stack } from "@mantine/core";
import { useTexts } from "../../i18n/use-texts";
import { ROLES, type Role } from "./members";

/** What a member may do, with what that means. */
export function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const { t } = useTexts("portal");
  return (
    <Radio.Group
      label={t("portal.role.title")}
      value={value}
      onChange={(chosen) => onChange(chosen === "owner" ? "owner" : "member")}
    >
      <Stack gap="xs" mt={6}>
        {ROLES.map((role) => (
          <Radio
            key={role}
            value={role}
            label={t(`portal.role.${role}`)}
            description={t(`portal.role.${role}Text`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
