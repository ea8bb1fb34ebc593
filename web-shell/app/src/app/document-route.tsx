import DocumentPage from "../features/documents/document-page";
import { ToolModule } from "../plugins/tool-module";

/** Connects the page of a document, a feature, with the loading of modules, which is not. */
export default function DocumentRoute() {
  return <DocumentPage module={(tool, shown) => <ToolModule tool={tool} shown={shown} />} />;
}
