import { defineConfig } from "@playwright/test";

import tests from "./playwright.config";

/** The pictures of the documentation, taken of the page as it is built. */
export default defineConfig({ ...tests, testDir: "pictures" });
