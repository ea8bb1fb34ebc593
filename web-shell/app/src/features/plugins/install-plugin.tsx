import { FileInput, SegmentedControl, Text, TextInput } from "@mantine/core";
import { ApiProblem } from "@sitewright/sdk/shell";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { Stage } from "../../admin/audience-fields";
import { useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Choice } from "../../ui/choice";
import { FormDialog } from "../../ui/form";
import { Small, TextLink } from "../../ui/texts";
import { installFile, installFrom, type Version } from "./plugins";

type Way = "file" | "address";

/** Installs a package from a file or an address, and lists all problems if it is refused. */
export function InstallPlugin({ onClose }: { onClose: () => void }) {
  const { t, href } = useTexts("plugins");
  const navigate = useNavigate();
  const [way, setWay] = useState<Way>("file");
  const [file, setFile] = useState<File | null>(null);
  const [missing, setMissing] = useState(false);
  const [refused, setRefused] = useState<Record<string, string[]> | null>(null);
  const form = useActionForm({ url: "", stage: "all" as Stage });
  const { url: address, stage } = form.values;

  const install = async () => {
    const version: Version = await refusals(setRefused, () =>
      way === "file" && file ? installFile(file, stage) : installFrom(address.trim(), stage),
    );
    onClose();
    await navigate(
      version.state === "waiting" || !version.plugin
        ? href("adminPackage", { package: version.digest })
        : href("adminPlugin", { plugin: version.plugin }),
    );
  };
  const isEmpty = way === "file" ? !file : address.trim() === "";
  return (
    <FormDialog
      title={t("plugins.install.title")}
      onClose={onClose}
      of={form}
      onSubmit={() => {
        setMissing(isEmpty);
        if (!isEmpty) form.act(install, t("plugins.install.done"));
      }}
      go={t("plugins.install.go")}
    >
      <Small>
        {t("plugins.install.text")}{" "}
        <TextLink to={href("docs", { "*": "plugins/first-template" })}>{t("plugins.install.docs")}</TextLink>
      </Small>
      {refused && <Refusal reasons={refused} />}
      <SegmentedControl
        fullWidth
        aria-label={t("plugins.install.way")}
        data={[
          { value: "file", label: t("plugins.install.file") },
          { value: "address", label: t("plugins.install.address") },
        ]}
        value={way}
        onChange={(next) => {
          setWay(next as Way);
          setRefused(null);
          setMissing(false);
        }}
      />
      {way === "file" ? (
        <FileInput
          required
          label={t("plugins.install.fileLabel")}
          placeholder={t("plugins.install.choose")}
          value={file}
          error={missing && t("plugins.install.noFile")}
          onChange={setFile}
        />
      ) : (
        <TextInput
          autoComplete="off"
          description={t("plugins.install.addressHelp")}
          {...form.needs("url", t("plugins.install.addressLabel"))}
          error={missing ? t("plugins.install.noAddress") : (form.errors.url ?? form.errors.oci)}
        />
      )}
      <Choice
        values={["all", "me"] as const}
        text={(value) => t(`plugins.install.stages.${value}`)}
        {...form.field("stage", t("plugins.install.stage"))}
      />
    </FormDialog>
  );
}

/** Keeps the reasons of a refusal, which refer to files and not to fields. */
async function refusals<T>(keep: (reasons: Record<string, string[]> | null) => void, act: () => Promise<T>) {
  keep(null);
  try {
    return await act();
  } catch (problem) {
    const isRefusal =
      problem instanceof ApiProblem && problem.status === 422 && !problem.errors.url && !problem.errors.oci;
    if (isRefusal) keep(problem.errors);
    throw problem;
  }
}

function Refusal({ reasons }: { reasons: Record<string, string[]> }) {
  const { t } = useTexts("plugins");
  const all = Object.entries(reasons).flatMap(([place, texts]) => texts.map((text) => ({ place, text })));
  return (
    <div role="alert" className="admin-problems">
      <Text fw={600}>{t("plugins.install.refused", { count: all.length })}</Text>
      <Problems problems={all.map(({ place, text }) => ({ place, message: text }))} />
    </div>
  );
}

/** The problems of a package, each with its place. */
export function Problems({ problems }: { problems: { place: string; message: string }[] }) {
  return (
    <ul>
      {problems.map(({ place, message }) => (
        <li key={`${place}: ${message}`}>
          {place && <code>{place}</code>} {message}
        </li>
      ))}
    </ul>
  );
}
