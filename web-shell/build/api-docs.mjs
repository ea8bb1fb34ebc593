import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const FILES = ["swagger-ui.css", "swagger-ui-bundle.js", "LICENSE", "NOTICE"];

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Sitewright API</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/api-docs/swagger-ui.css" />
  </head>
  <body>
    <main id="api"></main>
    <script src="/api-docs/swagger-ui-bundle.js"></script>
    <script src="/api-docs/try-out.js"></script>
  </body>
</html>
`;

/** Requests use the session cookie of the browser; unsafe ones send the CSRF token, as the shell's do. */
const SCRIPT = `(() => {
  const token = () => {
    const match = document.cookie.match(/(?:^|; )XSRF-TOKEN=([^;]+)/);
    return match ? decodeURIComponent(match[1]) : "";
  };
  const prepare = async (request) => {
    const unsafe = !["GET", "HEAD", "OPTIONS"].includes((request.method || "GET").toUpperCase());
    if (!unsafe || new URL(request.url, location.href).origin !== location.origin) return request;
    if (!token()) await fetch("/sanctum/csrf-cookie", { credentials: "same-origin" });
    request.headers["X-XSRF-TOKEN"] = token();
    return request;
  };
  window.SwaggerUIBundle({
    url: "/api/openapi.json",
    dom_id: "#api",
    deepLinking: true,
    withCredentials: true,
    persistAuthorization: false,
    displayRequestDuration: true,
    filter: true,
    tryItOutEnabled: true,
    // The online validator would send the document to a third-party server.
    validatorUrl: null,
    requestInterceptor: prepare,
  });
})();
`;

/** The page to try the API; it loads everything from this server. */
export function copyApiDocs(target) {
  const require = createRequire(import.meta.url);
  const source = path.dirname(require.resolve("swagger-ui-dist/package.json"));
  mkdirSync(target, { recursive: true });
  for (const file of FILES) copyFileSync(path.join(source, file), path.join(target, file));
  writeFileSync(path.join(target, "index.html"), PAGE);
  writeFileSync(path.join(target, "try-out.js"), SCRIPT);
}
