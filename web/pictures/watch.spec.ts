import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { expect, test } from "@playwright/test";

import { take } from "./take";

test("Watch", async ({ page }) => {
  test.setTimeout(300_000);
  const folder = await mkdtemp(path.join(tmpdir(), "queens-page-"));
  const queens = process.env.QUEENS ?? path.resolve("../target/release/queens");
  const runs = path.join(folder, "runs");
  await mkdir(runs);
  const server = spawn(
    queens,
    ["serve", "--port", "0", "--dir", runs, "--max-n", "21", "--threads", "1"],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  try {
    const address = await new Promise<string>((resolve, reject) => {
      server.once("error", reject);
      server.stdout.once("data", (line) => resolve(String(line).trim()));
    });
    await page.goto(new URL("#/watch", address).href);
    const start = async (n: number) => {
      await page.getByLabel("Size n").first().fill(String(n));
      await page.getByRole("button", { name: "Start" }).click();
    };
    await start(16);
    await expect(page.locator(".job").first()).toContainText("Q(16) = ");
    const form = page.getByRole("form", { name: "Plan a run" });
    await form.getByLabel("Name of a new run").fill("r21");
    await form.getByLabel("Size n").fill("21");
    await form.getByRole("button", { name: "Plan" }).click();
    await page.locator(".run summary", { hasText: "r21" }).click();
    await page.getByRole("button", { name: "Work on it" }).click();
    await start(21);
    await expect(page.locator(".job").first()).toContainText(/ends at/, { timeout: 60_000 });
    await expect(page.locator(".run").first()).toContainText(/ [1-9]\d* of \d+ ranges/, {
      timeout: 120_000,
    });
    await take(page, "page-watch", { fullPage: true, varies: "td, dd, .numbers, .result" });
  } finally {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await ended;
    await rm(folder, { recursive: true });
  }
});
