import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const host = process.env.SITEWRIGHT_PUBLIC_URL ?? "http://127.0.0.1:8080";
const served = ["/api", "/broadcasting", "/login", "/logout", "/register", "/sanctum", "/modules"];

export default defineConfig({
  build: {
    outDir: path.resolve(import.meta.dirname, "../../target/bundle/web"),
    emptyOutDir: true,
    target: "es2022",
    manifest: true,
    // A data: URL would need a wider content security policy than 'self'.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
  },
  plugins: [react()],
  server: {
    proxy: Object.fromEntries(
      served.map((prefix) => [
        prefix,
        // Pages and API calls share /login and /register: a navigation stays with the shell.
        {
          target: host,
          bypass: (request) => (request.headers.accept?.includes("text/html") ? "/index.html" : undefined),
        },
      ]),
    ),
  },
});
