import {
  type RunControl,
  type Schema,
  ToolScreen,
  useResult,
  useTool,
  VariantCard,
  Workbench,
} from "@sitewright/sdk";

/** Draws any tool from its schemas: form, live text, result, history. */
export default function Tool() {
  return <ToolScreen streams>{(run) => <Result run={run} />}</ToolScreen>;
}

/** The output of a run, as fields. */
function Result({ run }: { run: RunControl }) {
  const tool = useTool();
  const result = useResult(tool, run);
  const { appendices, language, edit } = result;
  return (
    <Workbench run={run} result={result}>
      {({ title, variant, place, actions }) => (
        <VariantCard
          title={title}
          output={tool.output as Schema}
          variant={variant}
          appendix={appendices[place]}
          language={language}
          actions={actions}
          onEdit={edit ? (field, after) => edit(place, field, after) : undefined}
        />
      )}
    </Workbench>
  );
}
