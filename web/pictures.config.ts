import { defineConfig } from "@playwright/test";

import tests from "./playwright.config";

/**
 * The pictures of the documents, taken of the page as it is committed, and what each shows as text: `cargo xtask pictures`
 * writes both, and with `--check` compares the texts only.
 */
export default defineConfig({
  ...tests,
  testDir: "pictures",
  snapshotPathTemplate: "pictures/shown/{arg}{ext}",
  // Some show times.
  workers: 1,
  use: {
    ...tests.use,
    locale: "en-US",
    timezoneId: "UTC",
    contextOptions: { reducedMotion: "reduce" },
    // For a style sheet of `take`.
    bypassCSP: true,
  },
});
