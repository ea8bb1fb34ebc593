import { expect, test } from "vitest";
import { reactionTo } from "./status";

const body = { message: "Said by the server", errors: { email: ["First", "Second"], name: ["Third"] } };

test.each([
  [200, "/api/tools", { do: "nothing" }],
  [400, "/api/tools", { do: "tell", text: "Said by the server", fallback: "shell.problem.unknown" }],
  [401, "/api/tools", { do: "sign-in", endsSession: true }],
  [401, "/api/user", { do: "nothing" }],
  [401, "/api/one-time-login/validate", { do: "nothing" }],
  [401, "/login", { do: "sign-in", endsSession: false }],
  [402, "/api/tools/x/runs", { do: "offer-plans", text: "Said by the server" }],
  [404, "/api/documents/x", { do: "nothing" }],
  [409, "/api/documents/x", { do: "tell", text: "Said by the server", fallback: "shell.problem.conflict" }],
  [422, "/register", { do: "tell", text: "First", fallback: "shell.problem.unknown" }],
  [429, "/api/tools/x/runs", { do: "log" }],
  [500, "/api/tools", { do: "tell", text: null, fallback: "shell.problem.server" }],
  [503, "/api/tools", { do: "tell", text: null, fallback: "shell.problem.server" }],
])("%i from %s", (status, path, reaction) => {
  expect(reactionTo(status, path, body)).toEqual(reaction);
});

test("a success that carries an error flag is told", () => {
  expect(reactionTo(200, "/api/tools", { ...body, error: true })).toMatchObject({
    do: "tell",
    text: "Said by the server",
  });
});

test("an error flag may be the message itself, and only a success with a flag is told", () => {
  expect(reactionTo(200, "/api/tools", { error: "Said by the flag" })).toMatchObject({
    text: "Said by the flag",
  });
  expect(reactionTo(200, "/api/tools", { error: false, message: "Fine" })).toEqual({ do: "nothing" });
  expect(reactionTo(200, "/api/tools", { error: true })).toEqual({
    do: "tell",
    text: null,
    fallback: "shell.problem.unknown",
  });
});

test("a conflict without a message has words of its own", () => {
  expect(reactionTo(409, "/api/documents/x", {})).toEqual({
    do: "tell",
    text: null,
    fallback: "shell.problem.conflict",
  });
});
