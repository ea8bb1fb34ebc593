/** Somebody with an account, who sends requests as a program. */
export type Account = { id: string; token: string };

let made = 0;

/** Makes an account without a browser. */
export async function newAccount(url: string): Promise<Account> {
  made += 1;
  const greeting = await fetch(`${url}/sanctum/csrf-cookie`);
  const cookies = greeting.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  const token = cookies.find((cookie) => cookie.startsWith("XSRF-TOKEN="))?.slice("XSRF-TOKEN=".length) ?? "";
  const answer = await fetch(`${url}/register`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-XSRF-TOKEN": decodeURIComponent(token),
      Cookie: cookies.join("; "),
    },
    body: JSON.stringify({
      name: "Anna",
      email: `client-${process.pid}-${made}@example.com`,
      password: "a long enough password",
      password_confirmation: "a long enough password",
    }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  const { token: bearer, user } = await answer.json();
  return { id: user.id, token: bearer };
}
