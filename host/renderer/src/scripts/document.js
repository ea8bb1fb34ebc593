// The document as the browser shows it, as HTML: what is not displayed is left out, shadow trees are included.
(most) => {
  const out = [];
  let size = 0;
  const write = (text) => {
    size += text.length;
    if (size <= most) out.push(text);
  };
  const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  const left = new Set(["script", "style", "noscript", "template"]);
  const empty = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
  const children = (element) => {
    if (element.localName === "slot") {
      const assigned = element.assignedNodes();
      if (assigned.length > 0) return assigned;
    }
    return (element.shadowRoot ?? element).childNodes;
  };
  const visit = (node, shown, depth) => {
    if (size > most || depth > 500) return;
    if (node.nodeType === Node.TEXT_NODE) return write(escape(node.data));
    if (node.nodeType !== Node.ELEMENT_NODE || left.has(node.localName)) return;
    if (shown && getComputedStyle(node).display === "none") return;
    const attributes = Array.from(node.attributes, ({ name, value }) =>
      ` ${name}="${escape(value).replace(/"/g, "&quot;")}"`).join("");
    write(`<${node.localName}${attributes}>`);
    if (empty.has(node.localName)) return;
    const inside = shown || node.localName === "body";
    for (const child of children(node)) visit(child, inside, depth + 1);
    write(`</${node.localName}>`);
  };
  write("<!doctype html>");
  if (document.documentElement) visit(document.documentElement, false, 0);
  return out.join("");
}
