// Recognises answers that decline the work by their form; see `answer/refusal.rs` of the Rust SDK.

import {
  CANNOT,
  DECLINES,
  ELSEWHERE,
  EMPTY,
  HELPING,
  OPENERS,
  REQUESTED,
  ROLE_ENDS,
  ROLES,
  SPECIFIED,
  UNABLE,
  VERBS,
} from "./generated/refusals";
import { isAlphanumeric } from "./units";

const LONGEST = 600;
const BEGINNING = 240;
const REACH = 9;
const LATER = [", but ", ", ale ", ", so ", ", więc ", ", however "];

/** Whether a cleaned answer declines. */
export function refuses(answer: string): boolean {
  if (answer.length > LONGEST) {
    return false;
  }
  const start = answer.slice(0, BEGINNING).replaceAll("’", "'").toLowerCase();
  const clauses = start.split(/[.!?\n;–—]/).flatMap((sentence) => {
    const places = LATER.map((mark) => [sentence.indexOf(mark), mark.length] as const);
    return [
      ...places.filter(([place]) => place >= 0).map(([place, length]) => sentence.slice(place + length)),
      sentence,
    ];
  });
  return clauses.slice(0, REACH).some((clause) => declines(withoutOpeners(clause)));
}

/** The first of `words` that `text` begins with. */
const opening = (words: readonly string[], text: string) => words.find((word) => text.startsWith(word));

function withoutOpeners(clause: string): string {
  const bare = (text: string) => text.replace(/^[\s,"„“*:]+/, "");
  let rest = bare(clause);
  for (let opener = opening(OPENERS, rest); opener !== undefined; opener = opening(OPENERS, rest)) {
    const after = rest.slice(opener.length);
    if (after !== "" && isAlphanumeric(after.charAt(0))) {
      break;
    }
    rest = bare(after);
  }
  return rest;
}

function declines(clause: string): boolean {
  const role = opening(ROLES, clause);
  if (role !== undefined) {
    const rest = clause.slice(role.length);
    return (
      (rest === "" || opening(ROLE_ENDS, rest) !== undefined) && CANNOT.some((word) => rest.includes(word))
    );
  }
  const unable = opening(UNABLE, clause);
  return (
    opening(DECLINES, clause) !== undefined ||
    (unable !== undefined && namesTheWork(clause.slice(unable.length)))
  );
}

/** Whether a clause after "I cannot" refuses the work itself. */
function namesTheWork(clause: string): boolean {
  const words = (clause.split(/[,:(]/, 1)[0] ?? "").split(/\s+/).filter(Boolean).slice(0, REACH);
  const verb = words.slice(0, 4).findIndex((word) => VERBS.includes(word));
  if (verb < 0) {
    return false;
  }
  const others = words.filter((_, place) => place !== verb);
  if (others.every((word) => EMPTY.includes(word))) {
    return words.length > 1 || HELPING.includes(words[verb] ?? "");
  }
  const work = others.findIndex((word) => REQUESTED.includes(word));
  if (work < 0 || others.some((word) => ELSEWHERE.includes(word))) {
    return false;
  }
  const next = others[work + 1];
  return next === undefined || SPECIFIED.includes(next);
}
