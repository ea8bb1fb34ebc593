// Places that the server fills: the build writes them as expressions and statements of Jinja into the HTML.
import type { ReactNode } from "react";

/** The value of an expression, escaped. */
export const v = (expression: string) => `{{ ${expression} }}`;

/** The children for each element of a list. */
export function Each({ as, of, children }: { as: string; of: string; children: ReactNode }) {
  return (
    <>
      {`{% for ${as} in ${of} %}`}
      {children}
      {"{% endfor %}"}
    </>
  );
}

/** The children if an expression is true, and `otherwise` if not. */
export function If({ is, children, otherwise }: { is: string; children: ReactNode; otherwise?: ReactNode }) {
  return (
    <>
      {`{% if ${is} %}`}
      {children}
      {otherwise && "{% else %}"}
      {otherwise}
      {"{% endif %}"}
    </>
  );
}

/** HTML that the server inserts as it is: a text that the build or the server has escaped. */
export const Html = ({ from }: { from: string }) => `{{ ${from}|safe }}`;

const SIGNS: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};

/** React escapes quotes and comparisons in expressions; the server needs them as they were. */
export const withExpressions = (html: string) =>
  html.replace(/\{\{.*?\}\}|\{%.*?%\}/gs, (code) =>
    code.replace(/&(?:amp|lt|gt|quot|#x27);/g, (sign) => SIGNS[sign] ?? sign),
  );
