// Tries target/site as a plain web server serves it below /some/path/: the front page, the way to the book and to the page, and the
// page after the server is gone. `cargo xtask site --browser` runs it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";

import { chromium } from "@playwright/test";

const target = path.resolve(import.meta.dirname, "../target");
const above = path.join(target, "site-server");
rmSync(above, { recursive: true, force: true });
mkdirSync(path.join(above, "some"), { recursive: true });
symlinkSync(path.join(target, "site"), path.join(above, "some/path"));

const server = spawn("python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1"], {
  cwd: above,
  stdio: ["ignore", "pipe", "ignore"],
});
const port = await new Promise((resolve, reject) => {
  server.stdout.on("data", (text) => resolve(/port (\d+)/.exec(String(text))?.[1]));
  server.on("exit", () => reject(new Error("python3 -m http.server ended")));
});
server.removeAllListeners("exit");
const front = `http://127.0.0.1:${port}/some/path/`;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  const context = await browser.newContext();
  const tab = await context.newPage();
  const failures = [];
  tab.on("requestfailed", (request) => {
    // What another page is opened in the middle of is no failure.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") failures.push(request.url());
  });
  tab.on("pageerror", (error) => failures.push(String(error)));
  tab.on("response", (response) => {
    if (response.status() >= 400 || !response.url().startsWith(front))
      failures.push(response.url());
  });

  await tab.goto(front);
  assert.equal(await tab.title(), "queens");
  assert.ok(await tab.locator("img").evaluate((image) => image.naturalWidth > 0), "the picture");
  const links = await tab.locator("a").evaluateAll((all) => all.map((link) => link.href));
  for (const link of links) {
    const answer = await context.request.get(link);
    assert.ok(link.startsWith(front) && answer.ok(), link);
  }

  await tab.getByRole("link", { name: "Read the book" }).click();
  await tab.getByRole("heading", { name: "The problem" }).waitFor();

  await tab.goto(front);
  await tab.getByRole("link", { name: "Open the page" }).click();
  await tab.locator("#page *").first().waitFor();
  await tab.evaluate(() => navigator.serviceWorker.ready);
  assert.deepEqual(failures, [], "everything comes from the site");

  // Not only the browser's switch: the server ends.
  server.kill();
  await new Promise((resolve) => server.on("exit", resolve));
  const again = await context.newPage();
  await again.goto(`${front}page/`);
  await again.locator("#page *").first().waitFor();
  process.stderr.write(`the site works below ${front}, its page without the server\n`);
} finally {
  await browser.close();
  server.kill();
}
