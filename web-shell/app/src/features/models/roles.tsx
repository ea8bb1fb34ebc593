import { Group, Select, Stack, Text, Title } from "@mantine/core";
import { ApiProblem, under } from "@sitewright/sdk/shell";
import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useWholeCatalogue } from "../../api/catalogue";
import { api, unwrap } from "../../api/client";
import { ActionDialog, useAction, useActionForm } from "../../confirm/action";
import { useTexts } from "../../i18n/use-texts";
import { Choice } from "../../ui/choice";
import { DialogButton } from "../../ui/dialog";
import { Section } from "../../ui/page";
import { Dim, TextButton } from "../../ui/texts";
import { focusLater, type LanguageModel, modelActions, moved, type Overview, type Role } from "./models";

/** The roles of tools: all that write text. */
const textRoles = ({ roles }: Overview) =>
  roles.map(({ role }) => role).filter((role) => role !== "embeddings");

/** The models of each role, the first one first. */
export function RoleSection({ overview }: { overview: Overview }) {
  const { t } = useTexts("models");
  const { busy, act, dialog } = useAction();
  const roles = textRoles(overview);
  const setDefault = (next: string | null) => {
    const role = roles.find((known) => known === next);
    const set = () => unwrap(api.PUT("/api/admin/models/default-role", { body: { role: role ?? "best" } }));
    if (role) void act(set, t("models.role.saved"));
  };
  return (
    <Section title={t("models.role.title")} lead={t("models.role.lead")}>
      {overview.roles.map((one) => (
        <OneRole key={one.role} {...one} overview={overview} />
      ))}
      <Choice
        label={t("models.role.default")}
        disabled={busy}
        values={roles}
        text={(role) => t(`models.role.of.${role}`)}
        value={overview.default_role}
        onChange={setDefault}
      />
      {dialog}
    </Section>
  );
}

function OneRole({ role, models, overview }: { role: Role; models: string[]; overview: Overview }) {
  const { t } = useTexts("models");
  const { act, dialog } = useAction();
  const queries = useQueryClient();
  const id = useId();
  const all = overview.connections.flatMap((connection) => connection.models);
  const title = t(`models.role.of.${role}`);
  /** Saves the models; the button that was pressed has moved or is gone, so another element gets the focus. */
  const set = async (models: string[], next: string) => {
    const save = () =>
      modelActions.setRole(role, models).catch(async (problem) => {
        // Another administrator may have removed a model.
        await queries.invalidateQueries(under("/api/admin/models"));
        throw problem;
      });
    await act(save, t("models.role.saved"));
    focusLater(next);
  };
  const free = overview.connections.map(({ name, models: own }) => ({
    group: name,
    models: own.filter((model) => !models.includes(model.id)),
  }));
  /** The purpose is judged by the name, so models that seem to be for something else stay available. */
  const fits = ({ purpose }: LanguageModel) => purpose === (role === "embeddings" ? role : "text");
  const items = (those: LanguageModel[]) => those.map(({ id, label }) => ({ value: id, label }));
  const others = free.flatMap(({ models }) => models.filter((model) => !fits(model)));
  const choices = [
    ...free.map(({ group, models }) => ({ group, items: items(models.filter(fits)) })),
    { group: t("models.role.others"), items: items(others) },
  ].filter(({ items }) => items.length > 0);
  return (
    <div>
      <Title order={3} size="h5">
        {title}
      </Title>
      <Dim>{t(`models.role.for.${role}`)}</Dim>
      {models.length === 0 && <Text size="sm">{t("models.role.none")}</Text>}
      {models.length > 0 && (
        <ol className="models-order" aria-label={title}>
          {models.map((model, place) => {
            const name = all.find((known) => known.id === model)?.label ?? model;
            const move = (step: -1 | 1) => ({
              id: `${id}-${model}-${step}`,
              size: "compact-sm" as const,
              name: t(step < 0 ? "models.role.up" : "models.role.down", { name }),
              "aria-disabled": models[place + step] === undefined,
              onClick: () =>
                models[place + step] && set(moved(models, place, step), `${id}-${model}-${step}`),
            });
            return (
              <li key={model}>
                <Group justify="space-between" gap="xs">
                  <Text style={{ overflowWrap: "anywhere" }}>{name}</Text>
                  <Group gap={4}>
                    <TextButton label="↑" {...move(-1)} />
                    <TextButton label="↓" {...move(1)} />
                    <TextButton
                      label="×"
                      size="compact-sm"
                      name={t("models.role.remove", { name, role: title })}
                      onClick={() =>
                        set(
                          models.filter((other) => other !== model),
                          id,
                        )
                      }
                    />
                  </Group>
                </Group>
              </li>
            );
          })}
        </ol>
      )}
      <Select
        id={id}
        mt={4}
        aria-label={t("models.role.add", { role: title })}
        placeholder={t("models.role.add", { role: title })}
        nothingFoundMessage={t("models.role.all")}
        data={choices}
        value={null}
        onChange={(model) => model && void set([...models, model], id)}
      />
      {dialog}
    </div>
  );
}

/** The tools that use another role than the default one. */
export function ToolSection({ overview }: { overview: Overview }) {
  const { t } = useTexts("models");
  const { act, dialog } = useAction();
  const add = useId();
  const set = async (tool: string, role: Role | null) => {
    await act(() => modelActions.setToolRole(tool, role), t("models.tool.saved"));
    if (role === null) focusLater(add);
  };
  return (
    <Section
      title={t("models.tool.title")}
      lead={t("models.tool.lead", { role: t(`models.role.of.${overview.default_role}`) })}
    >
      {overview.tools.length === 0 && <Dim>{t("models.tool.none")}</Dim>}
      {overview.tools.length > 0 && (
        <ul className="models-list" aria-label={t("models.tool.title")}>
          {overview.tools.map(({ tool, name, role }) => (
            <li key={tool}>
              <Group justify="space-between" gap="xs">
                <Text style={{ overflowWrap: "anywhere" }}>{name}</Text>
                <Group gap="xs">
                  <Choice
                    size="xs"
                    w={170}
                    aria-label={t("models.tool.roleOf", { name })}
                    values={textRoles(overview)}
                    text={(one) => t(`models.role.of.${one}`)}
                    value={role}
                    onChange={(next) => {
                      const chosen = textRoles(overview).find((one) => one === next);
                      if (chosen && chosen !== role) void set(tool, chosen);
                    }}
                  />
                  <TextButton
                    label={t("models.tool.reset")}
                    size="xs"
                    name={t("models.tool.resetOf", { name })}
                    onClick={() => set(tool, null)}
                  />
                </Group>
              </Group>
            </li>
          ))}
        </ul>
      )}
      <Group>
        <DialogButton id={add} label={t("models.tool.add")} icon="add">
          {(close) => <ToolDialog overview={overview} onClose={close} />}
        </DialogButton>
      </Group>
      {dialog}
    </Section>
  );
}

function ToolDialog({ overview, onClose }: { overview: Overview; onClose: () => void }) {
  const { t } = useTexts("models");
  const { data } = useWholeCatalogue();
  const roles = textRoles(overview);
  const other = roles.find((role) => role !== overview.default_role) ?? overview.default_role;
  const form = useActionForm<{ tool: string | null; role: Role }>({ tool: null, role: other });
  const { tool, role } = form.values;
  const isFree = ({ id }: { id: string }) => !overview.tools.some((known) => known.tool === id);
  const save = async () => {
    if (!tool) throw new ApiProblem(422, { errors: { tool: [t("models.tool.choose")] } }, null);
    await modelActions.setToolRole(tool, role);
  };
  return (
    <ActionDialog
      {...form.does(save, t("models.tool.saved"))}
      title={t("models.tool.add")}
      go={t("models.tool.save")}
      onClose={onClose}
    >
      <Stack gap="md">
        <Select
          data-autofocus
          searchable
          limit={50}
          data={(data?.tools ?? []).filter(isFree).map(({ id, name }) => ({ value: id, label: name }))}
          nothingFoundMessage={t("models.tool.notFound")}
          {...form.needs("tool", t("models.tool.tool"))}
        />
        <Choice
          values={roles}
          text={(one) => t(`models.role.of.${one}`)}
          {...form.field("role", t("models.tool.role"))}
        />
      </Stack>
    </ActionDialog>
  );
}
