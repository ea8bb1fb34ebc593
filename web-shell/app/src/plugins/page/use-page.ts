import { type Tool, useDocument, useNotify, useRun, useToolForm, useValidation } from "@sitewright/sdk";
import { useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useProjects } from "../../api/projects";
import { usePageLanguage, useTexts } from "../../i18n/use-texts";
import { answer } from "./answers";
import { runsUnasked } from "./gestures";
import type { Input, Message, PageRun, PageTool, Project, Request, Start } from "./protocol";
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

/** The run that the page shows, counted so that the page can distinguish its orders from runs the user opened. */
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

type Sources = { tool: Tool; run: PageRun; opened: Input };

/** The messages to the page, each memoized until it changes. */
function useMessages({ tool, run, opened }: Sources) {
  const language = usePageLanguage();
  const theme = useTheme();
  const project = useProject();
  const described = useMemo(() => pageTool(tool), [tool]);
  const messages: Message[] = [
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
  return { messages, start };
}

/** The data of a tool's page and the handlers of its requests. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view depends on these parts of the run only.
  const view = useMemo(
    () => runView(run, document, number),
    [phase, position, progress, live, problem, found, document, number],
  );
  const { messages, start } = useMessages({ tool, run: view, opened });
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
    messages,
    start: () => start(form.values),
    open: (id: string, input: Input) => {
      form.replace(input);
      // A new object, so that it is sent again when the same run is opened again.
      setOpened({ ...input });
      open(id);
    },
    answer: (request: Request, setHeight: (pixels: number) => void) =>
      answer(request, { ...means, setHeight }),
  };
}
