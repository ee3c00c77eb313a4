import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { type Page, expect, test } from "@playwright/test";

import { EventReader } from "../src/sections/watch/events";
import { complete, faults } from "./page";

/** The program, whose page is the one that is committed. */
const QUEENS = process.env.QUEENS ?? path.resolve("../target/release/queens");

test("without a server the page tells how to start one", async ({ page }) => {
  await page.goto("./#/watch");
  await expect(page.getByTestId("absent")).toContainText("queens serve --open");
  expect(await faults(page)).toEqual([]);
});

test("a stream of events is read in whatever pieces it comes", () => {
  const stream =
    ': hello\n\nid: 1\nevent: progress\ndata: {"a":\ndata: 1}\n\n:\n\nid: 2\r\nevent: end\r\ndata: {"b":"c: d"}\r\n\r\n';
  const expected = [
    { event: "progress", data: { a: 1 }, id: "1" },
    { event: "end", data: { b: "c: d" }, id: "2" },
  ];
  expect(new EventReader().push(stream)).toEqual(expected);
  const piece = new EventReader();
  expect([...stream].flatMap((letter) => piece.push(letter))).toEqual(expected);
});

test.describe("under queens serve", () => {
  let folder: string;
  let server: ChildProcess;
  let address: string;

  test.beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "queens-page-"));
    server = spawn(QUEENS, ["serve", "--port", "0", "--dir", folder, "--token"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    address = await new Promise((resolve, reject) => {
      server.once("error", reject);
      server.once("exit", (code) => reject(new Error(`${QUEENS} serve ended with ${code}`)));
      server.stdout?.once("data", (line) => resolve(String(line).trim()));
    });
  });

  test.afterAll(async () => {
    if (server.pid !== undefined && server.exitCode === null) {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGTERM");
      await ended;
    }
    await rm(folder, { recursive: true });
  });

  async function open(page: Page) {
    await page.goto(address);
    await expect(page).not.toHaveURL(/token/);
    await page.getByRole("link", { name: "Watch", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Start a count" })).toBeVisible();
  }

  test("a count is started, followed to its end, and forgotten", async ({ page }) => {
    await open(page);
    await page.getByLabel("Size n").first().fill("14");
    await page.getByRole("button", { name: "Start" }).click();
    const job = page.locator(".job").first();
    await expect(job).toContainText("Q(14) = 365\u202f596");
    await expect(job.locator(".state")).toHaveText("done");
    expect(await faults(page)).toEqual([]);
    await page.reload();
    await expect(job).toContainText("Q(14) = 365\u202f596");
    await job.getByRole("button", { name: /Forget/ }).click();
    await expect(page.locator(".job", { hasText: "Q(14)" })).toHaveCount(0);
  });

  test("a count is stopped", async ({ page }) => {
    await open(page);
    await page.getByLabel("Size n").first().fill("20");
    await page.getByRole("button", { name: "Start" }).click();
    const job = page.locator(".job", { hasText: "n = 20" }).first();
    await expect(job.getByRole("progressbar")).toBeVisible();
    await expect(job).toContainText("%");
    expect(await faults(page)).toEqual([]);
    await job.getByRole("button", { name: /Stop/ }).click();
    await expect(job.locator(".state")).toHaveText("stopped");
  });

  test("a run is planned, worked on and complete", async ({ page }) => {
    await open(page);
    await page.getByLabel("Name of a new run").fill("r13");
    const form = page.getByRole("form", { name: "Plan a run" });
    await form.getByLabel("Size n").fill("13");
    await form.getByLabel("Shards").fill("3");
    await form.getByRole("button", { name: "Plan" }).click();
    await page.locator(".run summary", { hasText: "r13" }).click();
    const run = page.locator(".run", { hasText: "r13" });
    await expect(run.locator("tbody tr")).toHaveCount(3);
    await run.getByRole("button", { name: "Work on it" }).click();
    await expect(run).toContainText("Q(13) = 73\u202f712");
    expect(await faults(page)).toEqual([]);
    await form.getByLabel("Name of a new run").fill("r13");
    await form.getByRole("button", { name: "Plan" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
  });

  test("a list of runs that comes late does not replace a newer one", async ({ page }) => {
    // The first list waits until the test lets it go on.
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let asked = 0;
    await page.route("**/api/runs", async (route) => {
      if (route.request().method() !== "GET" || ++asked > 1) {
        await route.continue();
        return;
      }
      const old = await route.fetch();
      await released;
      // The page may not wait for it any more.
      await route.fulfill({ response: old }).catch(() => {});
    });
    await open(page);
    await expect.poll(() => asked).toBe(1);
    const form = page.getByRole("form", { name: "Plan a run" });
    await form.getByLabel("Name of a new run").fill("late");
    await form.getByRole("button", { name: "Plan" }).click();
    const run = page.locator(".run summary", { hasText: "late" });
    await expect(run).toBeVisible();
    release();
    // What the page asks next is answered after the old list.
    await page.unrouteAll({ behavior: "wait" });
    await page.evaluate(() => fetch("api/info"));
    await expect(run).toBeVisible();
  });

  test("all sections work under the server's content policy", async ({ page }) => {
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.goto(new URL("#/solve?n=8&q=a1", address).href);
    await expect(page.getByTestId("ways")).toHaveText("In 4 ways.");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "PNG" }).click();
    await download;
    await page.goto(new URL("#/measure?n=12", address).href);
    await page.getByRole("button", { name: "Count n = 12" }).click();
    await expect(page.getByTestId("counts")).toContainText("14\u202f200");
    for (const section of ["Learn", "Explore"]) {
      await page.getByRole("link", { name: section }).click();
      await complete(page);
    }
    expect(complaints).toEqual([]);
  });
});
