import { Checkbox, Radio, SimpleGrid, Stack } from "@mantine/core";
import { NumberField } from "@sitewright/sdk/number-field";
import { useTexts } from "../../i18n/use-texts";
import { Small } from "../../ui/texts";
import type { Ceilings } from "./matrix";

/** In MiB, the same limit as in the server. */
const MOST_MEMORY = 4096;

type Props = {
  value: Ceilings;
  /** The hosts in the tool's manifest; with none there is nothing to choose. */
  hosts: string[];
  /** The most memory of a run on this server, in MiB. */
  most?: number;
  errors: Record<string, string>;
  onChange: (ceilings: Ceilings) => void;
};

/** The ceilings of a tool; an empty field is no ceiling. */
export function CeilingFields({ value, hosts, most, errors, onChange }: Props) {
  const { t } = useTexts("matrix");
  const amount = (name: "words_per_month" | "runs_per_day" | "memory_mib", description?: string) => (
    <NumberField
      name={`ceilings.${name}`}
      label={t(`matrix.field.${name}`)}
      description={description}
      placeholder={t("matrix.field.none")}
      least={1}
      most={name === "memory_mib" ? MOST_MEMORY : undefined}
      decimals={0}
      value={value[name]}
      error={errors[`ceilings.${name}`]}
      onChange={(next) => onChange({ ...value, [name]: next })}
    />
  );
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }} style={{ alignItems: "end" }}>
        {amount("words_per_month")}
        {amount("runs_per_day")}
        {amount("memory_mib", most === undefined ? undefined : t("matrix.field.memoryMost", { count: most }))}
      </SimpleGrid>
      {hosts.length > 0 && (
        <Hosts
          all={hosts}
          value={value.hosts}
          error={errors["ceilings.hosts"]}
          onChange={(chosen) => onChange({ ...value, hosts: chosen })}
        />
      )}
    </Stack>
  );
}

type HostsProps = {
  all: string[];
  value: string[] | null;
  error: string | undefined;
  onChange: (hosts: string[] | null) => void;
};

function Hosts({ all, value, error, onChange }: HostsProps) {
  const { t } = useTexts("matrix");
  return (
    <Stack gap="xs">
      <Radio.Group
        label={t("matrix.field.hosts")}
        error={error}
        value={value ? "some" : "all"}
        onChange={(next) => onChange(next === "all" ? null : all)}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label={t("matrix.field.hostsAll")} />
          <Radio value="some" label={t("matrix.field.hostsSome")} />
        </Stack>
      </Radio.Group>
      {value && (
        <Checkbox.Group value={value} onChange={onChange} aria-label={t("matrix.field.hostsSome")}>
          <Stack gap={6} pl="lg">
            {all.map((host) => (
              <Checkbox key={host} value={host} label={host} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      {value?.length === 0 && <Small>{t("matrix.field.hostsNone")}</Small>}
    </Stack>
  );
}
