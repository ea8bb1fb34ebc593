import { expect, test } from "vitest";
import { reactionTo } from "./status";

const body = { message: "Said by the server", errors: { email: ["First", "Second"], name: ["Third"] } };

test.each([
  [200, "GET /api/tools", { do: "nothing" }],
  [400, "GET /api/tools", { do: "report", text: "Said by the server", fallback: "shell.problem.unknown" }],
  [401, "GET /api/tools", { do: "sign-in", endsSession: true }],
  [401, "GET /api/user", { do: "nothing" }],
  [401, "PATCH /api/user", { do: "sign-in", endsSession: true }],
  [401, "DELETE /api/user", { do: "sign-in", endsSession: true }],
  [401, "POST /api/one-time-login/validate", { do: "nothing" }],
  [401, "POST /login", { do: "sign-in", endsSession: false }],
  [402, "POST /api/tools/x/runs", { do: "offer-plans", text: "Said by the server" }],
  [
    402,
    "POST /api/admin/trials/x/runs",
    { do: "report", text: "Said by the server", fallback: "shell.limit.text" },
  ],
  [404, "PATCH /api/documents/x", { do: "nothing" }],
  [
    409,
    "PATCH /api/documents/x",
    { do: "report", text: "Said by the server", fallback: "shell.problem.conflict" },
  ],
  [422, "POST /register", { do: "report-unseen", texts: ["First", "Third"] }],
  [429, "POST /api/tools/x/runs", { do: "log" }],
  [500, "GET /api/tools", { do: "report", text: null, fallback: "shell.problem.server" }],
  [503, "GET /api/tools", { do: "report", text: null, fallback: "shell.problem.server" }],
])("%i from %s", (status, call, reaction) => {
  expect(reactionTo(status, call, body)).toEqual(reaction);
});

test("a success with an error flag is reported", () => {
  expect(reactionTo(200, "GET /api/tools", { ...body, error: true })).toMatchObject({
    do: "report",
    text: "Said by the server",
  });
});

test("an error flag may be the message itself", () => {
  expect(reactionTo(200, "GET /api/tools", { error: "Said by the flag" })).toMatchObject({
    text: "Said by the flag",
  });
  expect(reactionTo(200, "GET /api/tools", { error: false, message: "Fine" })).toEqual({ do: "nothing" });
  expect(reactionTo(200, "GET /api/tools", { error: true })).toEqual({
    do: "report",
    text: null,
    fallback: "shell.problem.unknown",
  });
});

test("u8_ an error without a field is reported at once", () => {
  expect(reactionTo(422, "POST /register", { message: "Said by the server", errors: {} })).toEqual({
    do: "report",
    text: "Said by the server",
    fallback: "shell.problem.unknown",
  });
});

test("a conflict without a message has its own text", () => {
  expect(reactionTo(409, "PATCH /api/documents/x", {})).toEqual({
    do: "report",
    text: null,
    fallback: "shell.problem.conflict",
  });
});
