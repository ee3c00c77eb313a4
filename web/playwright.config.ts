import { defineConfig } from "@playwright/test";

// The page as it is committed, or another build of it.
const dir = process.env.QUEENS_PAGE ?? "../crates/queens-web/page";

/** The page as it is built, on loopback, in Debian's Chromium for tests, which has no windows. The other one takes 1.6 times as long. */
export default defineConfig({
  testDir: "tests",
  outputDir: "../target/web-tests",
  fullyParallel: true,
  // One test is one browser; more than the machine's cores would only slow all of them down.
  workers: 2,
  forbidOnly: true,
  // In CI nobody is there to run one again: a test that passes at its second try is printed as flaky, and is to be mended.
  retries: process.env.CI ? 1 : 0,
  // Limits against hanging, not expectations: no test may depend on how busy the machine is.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: [["list"]],
  use: {
    baseURL: "http://127.0.0.1:4173/",
    viewport: { width: 1280, height: 900 },
    trace: "off",
    // The worker that keeps files has a test of its own; all others see every request.
    serviceWorkers: "block",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
      args: [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  webServer: {
    command: `npx vite preview --outDir ${dir} --host 127.0.0.1 --port 4173 --strictPort`,
    url: "http://127.0.0.1:4173/",
    reuseExistingServer: false,
  },
});
