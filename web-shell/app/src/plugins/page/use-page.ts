import { type Tool, useDocument, useNotify, useRun, useToolForm, useValidation } from "@sitewright/sdk";
import { useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useProjects } from "../../api/projects";
import { usePageLanguage, useTexts } from "../../i18n/use-texts";
import { answer } from "./answers";
import { runsUnasked } from "./gestures";
import type { Input, PageRun, PageTool, Project, Request, Start, Word } from "./protocol";
import { runView } from "./run-view";
import { useTheme } from "./theme";
import { useQuestions } from "./use-questions";

function pageTool(tool: Tool): PageTool {
  const { id, name, summary, version, input, output, example, needs_model, words } = tool;
  return { id, name, summary, version, input, output, example, needs_model, words };
}

function useProject(): Project | null {
  const projects = useProjects();
  const selected = projects?.projects.find(({ id }) => id === projects.selected_project);
  const domain = selected?.site.domain;
  const language = projects?.language_code ?? null;
  return useMemo(() => (domain === undefined ? null : { domain, language }), [domain, language]);
}

/** The run that the page shows, counted so that the page can tell its own orders from what the person opened. */
function useOrders(tool: Tool) {
  const run = useRun(tool.id);
  const count = useRef(0);
  const order = (input: Input) => {
    count.current += 1;
    run.start(input);
    return count.current;
  };
  const open = (id: string) => {
    count.current += 1;
    run.show(id);
  };
  return { run, order, open, number: count.current };
}

type Told = { tool: Tool; run: PageRun; opened: Input };

/** The messages to the page, each for as long as it holds. */
function useTold({ tool, run, opened }: Told) {
  const language = usePageLanguage();
  const theme = useTheme();
  const project = useProject();
  const described = useMemo(() => pageTool(tool), [tool]);
  const words: Word[] = [
    useMemo(() => ({ type: "language", language, tool: described }), [language, described]),
    useMemo(() => ({ type: "theme", theme }), [theme]),
    useMemo(() => ({ type: "project", project }), [project]),
    useMemo(() => ({ type: "input", input: opened }), [opened]),
    useMemo(() => ({ type: "run", run }), [run]),
  ];
  const start = (input: Input): Start => ({
    type: "start",
    language,
    theme,
    tool: described,
    project,
    input,
    run,
  });
  return { words, start };
}

/** Everything that the page of a tool receives and may request. */
export function usePage(tool: Tool) {
  const form = useToolForm(tool);
  const validate = useValidation(tool);
  const { run, order, open, number } = useOrders(tool);
  const { document, save } = useDocument(run.run?.document_id ?? null);
  const { open: question, ask } = useQuestions();
  const notify = useNotify();
  const navigate = useNavigate();
  const { href } = useTexts();
  const [mayRunUnasked] = useState(() => runsUnasked());
  const [opened, setOpened] = useState<Input>({});

  const { phase, position, progress, live, problem, run: found } = run;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts of the run are what it is made of.
  const view = useMemo(
    () => runView(run, document, number),
    [phase, position, progress, live, problem, found, document, number],
  );
  const { words, start } = useTold({ tool, run: view, opened });
  const means = {
    run,
    document,
    order,
    mayRunUnasked,
    ask,
    validate,
    keepDraft: form.replace,
    save,
    openDocument: (id: string) => void navigate(href("document", { document: id })),
    notify: (kind: "success" | "error", text: string) => notify[kind](`${tool.publisher_name}: ${text}`),
  };
  return {
    run,
    question,
    words,
    start: () => start(form.values),
    open: (id: string, input: Input) => {
      form.replace(input);
      // Told again when the same run is opened again.
      setOpened({ ...input });
      open(id);
    },
    answer: (request: Request, setHeight: (pixels: number) => void) =>
      answer(request, { ...means, setHeight }),
  };
}
