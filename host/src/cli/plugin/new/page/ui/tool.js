import { connect } from "./sitewright.js";

/** The texts of the page in both languages; titles and help of fields are in template.toml. */
const TEXTS = {
  form: { en: "What should be written", pl: "O czym piszemy" },
  eachLine: { en: "One entry on each line.", pl: "Każdy punkt w osobnym wierszu." },
  run: { en: "Generate", pl: "Generuj" },
  stop: { en: "Stop", pl: "Zatrzymaj" },
  example: { en: "Try an example", pl: "Wypróbuj przykład" },
  result: { en: "Result", pl: "Wynik" },
  empty: { en: "Your text will appear here.", pl: "Tutaj pojawi się Twój tekst." },
  queued: { en: "Waiting for a free place…", pl: "Czekamy na wolne miejsce…" },
  writing: { en: "Writing…", pl: "Piszemy…" },
  done: { en: "Done.", pl: "Gotowe." },
  stopped: { en: "Stopped.", pl: "Zatrzymano." },
  failed: { en: "The run did not succeed. Please try again.", pl: "Nie udało się. Spróbuj ponownie." },
  variant: { en: "Variant {number}", pl: "Wariant {number}" },
  copy: { en: "Copy", pl: "Kopiuj" },
};
const FIELDS = ["topic", "points", "length"];

const page = await connect();
const text = (name, values) => page.t(TEXTS[name], values);
const element = (id) => document.getElementById(id);
const schema = () => page.tool.input.properties;

/** Writes all texts to the page, in the language of the screen. */
function label() {
  document.title = page.tool.name;
  for (const each of document.querySelectorAll("[data-text]")) each.textContent = text(each.dataset.text);
  for (const each of document.querySelectorAll("[data-title]")) each.textContent = schema()[each.dataset.title].title;
  for (const each of document.querySelectorAll("[data-help]"))
    each.textContent = schema()[each.dataset.help].description ?? "";
  const chosen = element("length").value;
  const options = schema().length.oneOf.map(({ const: value, title }) => new Option(title, value));
  element("length").replaceChildren(...options);
  element("length").value = chosen || schema().length.default;
}

function fill(input) {
  element("topic").value = input.topic ?? "";
  element("points").value = (input.points ?? []).join("\n");
  element("length").value = input.length ?? schema().length.default;
}

/** The input of the form; fields that the page does not show, such as the language, keep their value. */
function read() {
  const lines = element("points").value.split("\n").map((line) => line.trim());
  return {
    ...page.input,
    topic: element("topic").value.trim(),
    points: lines.filter((line) => line !== ""),
    length: element("length").value,
  };
}

/** Shows the errors at their fields, and focuses the first one. */
function mark(errors) {
  for (const name of FIELDS) {
    element(`${name}-error`).textContent = errors[name] ?? "";
    element(name).setAttribute("aria-invalid", String(name in errors));
  }
  const first = FIELDS.find((name) => name in errors);
  if (first) element(first).focus();
  return first !== undefined;
}

const STATUS = { idle: "empty", starting: "writing", queued: "queued", running: "writing", succeeded: "done" };

/** Shows the current state of the run. */
function draw() {
  const { status, written, result } = page.latest;
  element("status").textContent = status in STATUS ? text(STATUS[status]) : "";
  element("stop").hidden = !page.busy;
  element("run").setAttribute("aria-disabled", String(page.busy));
  const texts = result ? result.data.variants.map((variant) => variant.text) : written.map((part) => part.text);
  element("variants").replaceChildren(...texts.map((one, place) => variant(one, place + 1, result !== null)));
}

function variant(content, number, isWhole) {
  const article = document.createElement("article");
  const title = document.createElement("h3");
  title.id = `variant-${number}`;
  title.textContent = text("variant", { number });
  article.setAttribute("aria-labelledby", title.id);
  const body = document.createElement("p");
  body.className = "text";
  body.lang = page.latest.input?.language ?? page.language;
  body.textContent = content;
  article.append(title, body);
  if (isWhole) {
    const copy = document.createElement("button");
    copy.type = "button";
    copy.textContent = text("copy");
    copy.setAttribute("aria-describedby", title.id);
    // The shell asks the user before it writes to the clipboard; a refusal is not an error.
    copy.onclick = () => page.copy(content).catch(() => {});
    article.append(copy);
  }
  return article;
}

async function run() {
  if (page.busy) return;
  element("problem").textContent = "";
  const input = read();
  if (mark(await page.validate(input))) return;
  try {
    await page.run(input);
  } catch (problem) {
    if (problem.code === "cancelled") element("status").textContent = text("stopped");
    else if (problem.code !== "declined" && problem.code !== "left" && !mark(problem.errors))
      element("problem").textContent = problem.message || text("failed");
  }
}

element("run").onclick = run;
element("stop").onclick = () => page.cancel();
element("example").onclick = () => {
  fill(page.tool.example);
  page.keepInput({ ...page.tool.example });
};
element("tool").oninput = () => page.keepInput(read());
element("tool").onkeydown = (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run();
};
page.on("run", draw);
page.on("result", draw);
page.on("input", () => fill(page.input));
page.on("language", () => {
  label();
  draw();
});
label();
fill(page.input);
draw();
element("tool").hidden = false;
