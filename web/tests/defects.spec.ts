/** What readers of an earlier page found, each with the steps that showed it. */

import { type Page, expect, test } from "@playwright/test";

import type { Run } from "../src/sections/watch/documents";
import { SECTIONS, complete } from "./page";

/** How everything in a section looks: the properties that a leaking rule would change. */
const looks = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("main *")].map((element) => {
      const style = getComputedStyle(element);
      const properties = [
        "display",
        "padding",
        "margin",
        "border",
        "background-color",
        "font-size",
        "font-weight",
        "fill",
        "stroke-width",
        "min-height",
        "grid-template-columns",
      ];
      const values = properties.map((name) => style.getPropertyValue(name)).join("; ");
      return `${element.tagName}.${element.getAttribute("class") ?? ""}: ${values}`;
    }),
  );

test("a section looks the same alone and after all others were shown", async ({ page }) => {
  const alone = new Map<string, string[]>();
  for (const section of SECTIONS) {
    await page.goto("about:blank");
    await page.goto(`./#/${section}`);
    await complete(page);
    alone.set(section, await looks(page));
  }
  // Now without loading the page again, so that the style sheets of all sections stay.
  for (const section of [...SECTIONS, ...SECTIONS]) {
    await page.evaluate((hash) => (location.hash = hash), `#/${section}`);
    await complete(page);
    if (section === "measure") {
      await page.getByLabel("Size n").fill("6");
      await page.getByRole("button", { name: "Count n = 6" }).waitFor();
      await page.getByLabel("Size n").fill("14");
    }
  }
  for (const section of SECTIONS) {
    await page.evaluate((hash) => (location.hash = hash), `#/${section}`);
    await complete(page);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    expect(await looks(page), section).toEqual(alone.get(section));
  }
});

test("Learn: the keys work after a click on a button", async ({ page }) => {
  await page.goto("./#/learn?member=backtrack_scan&n=4");
  const words = page.locator(".words");
  await expect(words).toHaveText("The board is empty");
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await expect(words).toHaveText("Try a1");
  await page.keyboard.press("ArrowRight");
  await expect(words).toHaveText("Place a queen on a1");
  await page.keyboard.press("ArrowLeft");
  await expect(words).toHaveText("Try a1");
  await page.keyboard.press("s");
  await expect(words).toHaveText("Solution 1");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  // With the keyboard a button has the focus, and the space bar presses it.
  const step = page.getByRole("button", { name: "Step", exact: true });
  const before = await words.innerText();
  await step.focus();
  await page.keyboard.press("Space");
  await expect(words).not.toHaveText(before);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
});

test("Learn: a race ends with the longer of the two", async ({ page }) => {
  await page.goto("./#/learn?member=bitwise&against=backtrack_scan&n=6");
  const slider = page.getByRole("slider", { name: /^Step .* of / });
  await expect(slider).toBeVisible();
  await page.getByLabel(/^Speed/).press("End");
  const play = page.getByRole("button", { name: "Play", exact: true });
  await play.click();
  await expect(play).toBeDisabled();
  const [, at, of] = /^Step (.+) of (.+)$/.exec(await slider.locator("..").innerText()) ?? [];
  expect(at).toBeDefined();
  expect(at).toBe(of);
});

test("a number that is not accepted stays, with a word, and starts nothing", async ({ page }) => {
  await page.goto("./#/measure?n=12");
  const field = page.getByLabel("Size n");
  for (const nonsense of ["", "-1", "40", "1.5"]) {
    await field.fill(nonsense);
    await field.press("Tab");
    await expect(field).toHaveValue(nonsense);
    await expect(page.getByText("a whole number from 0 to 22", { exact: true })).toBeVisible();
    await expect(field).toHaveAccessibleDescription("a whole number from 0 to 22");
    await page.getByRole("button", { name: /^Count/ }).click();
  }
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(page.getByTestId("counts")).toHaveCount(0);
  await field.fill("8");
  await expect(page.getByText("a whole number from 0 to 22", { exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Count n = 8" }).click();
  await expect(page.getByTestId("counts")).toContainText("92");
});

test("Solve: every pair of attacking queens is named and drawn", async ({ page }) => {
  await page.goto("./#/solve?n=8&q=a1.b2.c3");
  const verdict = page.getByTestId("verdict");
  for (const pair of ["a1 and b2", "a1 and c3", "b2 and c3"]) {
    await expect(verdict).toContainText(`${pair} attack each other along the same \\ diagonal`);
  }
  await expect(page.locator(".conflict-line")).toHaveCount(3);
  for (const name of ["a1", "b2", "c3"]) {
    await expect(page.getByRole("button", { name: `Take ${name} away` })).toBeVisible();
  }
  await page.getByRole("button", { name: "Take c3 away" }).click();
  await expect(page.locator(".solve .queen")).toHaveCount(2);
  await expect(verdict).toContainText("a1 and b2 attack each other");
});

test("Solve: a hint moves no button", async ({ page }) => {
  await page.goto("./#/solve?n=8&q=a1.e2");
  await expect(page.getByTestId("ways")).toHaveText("In one way only.");
  const undo = page.getByRole("button", { name: "Undo" });
  const before = await undo.boundingBox();
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.getByRole("button", { name: /^Place / })).toBeVisible();
  expect(await undo.boundingBox()).toEqual(before);
});

test("Solve: no coordinate of the largest board lies on another", async ({ page }) => {
  for (const [width, height] of [
    [1280, 720],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto("./#/solve?n=32");
    for (const names of [".letters", ".numbers"]) {
      const boxes = await page.locator(`.solve ${names} span`).evaluateAll((all) =>
        all
          .filter((one) => one.textContent !== "")
          .map((one) => {
            const text = document.createRange();
            text.selectNodeContents(one);
            const { left, right, top, bottom } = text.getBoundingClientRect();
            return { left, right, top, bottom };
          }),
      );
      expect(boxes).toHaveLength(16);
      for (const [index, a] of boxes.slice(1).entries()) {
        const b = boxes[index] ?? a;
        expect(a.left >= b.right - 1 || a.top >= b.bottom - 1).toBe(true);
      }
    }
  }
});

test("Measure: a count goes on while another section is shown", async ({ page }) => {
  await page.goto("./#/measure?n=16");
  await page.getByRole("button", { name: "Count n = 16" }).click();
  await expect(page.getByRole("progressbar")).toBeVisible();
  await page.evaluate(() => (location.hash = "#/explore?n=4"));
  await expect(page.getByRole("heading", { level: 1, name: "Explore" })).toBeVisible();
  await page.evaluate(() => (location.hash = "#/measure?n=10"));
  await expect(page.getByTestId("counts")).toContainText("14\u202f772\u202f512");
  await expect(page.getByTestId("counts").locator("tbody tr")).toHaveCount(1);
});

test("Explore: a chart's legend has the numbers of the table", async ({ page }) => {
  await page.goto("./#/explore?n=4");
  await expect(page.getByText(/^estimated with/)).toBeVisible();
  const chart = page.locator(".chart").first();
  const over = await chart.locator(".u-over").boundingBox();
  if (!over) throw new Error("no chart");
  await chart.scrollIntoViewIfNeeded();
  // n = 14 of 1 to 32.
  await chart.locator(".u-over").hover({
    position: { x: (over.width * 13) / 31, y: over.height / 2 },
  });
  await expect(chart.locator(".u-legend")).toContainText("365\u202f596");
  await expect(chart.locator(".u-legend")).not.toContainText("e+");
});

test("after a tap a button looks as before", async ({ browser }) => {
  const context = await browser.newContext({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto(`${test.info().project.use.baseURL}#/measure?n=8`);
  const button = page.getByRole("button", { name: "Count n = 8" });
  const ground = () => button.evaluate((element) => getComputedStyle(element).backgroundColor);
  const before = await ground();
  await button.tap();
  await expect(page.getByTestId("counts")).toContainText("92");
  expect(await ground()).toBe(before);
  await context.close();
});

test("Watch: no time left is promised for a run that no process works on", async ({ page }) => {
  const shard = { open: 0, silent_seconds: null, ended: null, damaged: 0 };
  const status: Run = {
    schema: "queens.serve.run/2",
    name: "r20",
    job: null,
    total: null,
    at: 0,
    status: {
      schema: "queens.run.status/2",
      run: "r20",
      n: 20,
      ranges: 30,
      done: 20,
      fraction: 0.7,
      ranges_per_second: 3,
      seconds_left: 3,
      duplicates: 0,
      conflicts: 0,
      refused: false,
      damaged: 0,
      foreign: [],
      certificate: false,
      shards: [
        { ...shard, shard: "0", ranges: 15, done: 15, attempts: 0 },
        { ...shard, shard: "1", ranges: 15, done: 5, attempts: 2 },
        { ...shard, shard: "all", ranges: 30, done: 20, attempts: 1 },
      ],
    },
  };
  const answers: Record<string, unknown> = {
    "api/info": {
      schema: "queens.serve.info/1",
      version: "0",
      cpu: "none",
      os: "none",
      threads: 2,
      kernels: [],
      methods: [],
      limits: { threads: 2, count_n: 20, seconds: 60, jobs: 2, memory: 1 },
      folders: ["runs"],
    },
    "api/jobs": { jobs: [] },
    "api/runs": {
      runs: [
        { name: "r20", run: "r20", n: 20, ranges: 30, shards: 2, certificate: false, job: null },
      ],
      unusable: [],
    },
  };
  for (const [path, answer] of Object.entries(answers)) {
    await page.route(`**/${path}`, (route) => route.fulfill({ json: answer }));
  }
  let working = false;
  await page.route("**/api/runs/r20/events", (route) => {
    const shards = status.status.shards.map((one) => ({
      ...one,
      ...(working && one.shard === "1" ? { open: 1, silent_seconds: 2 } : {}),
    }));
    const data = JSON.stringify({ ...status, status: { ...status.status, shards } });
    return route.fulfill({
      contentType: "text/event-stream",
      body: `event: progress\ndata: ${data}\n\nevent: end\ndata: ${data}\n\n`,
    });
  });
  await page.goto("./#/watch");
  await page.locator(".run summary").click();
  const run = page.locator(".run");
  await expect(run).toContainText("20 of 30 ranges");
  await expect(run).not.toContainText("left");
  // The shard that an attempt at all of them finished.
  await expect(run.locator("tbody tr").first().locator("td").nth(2)).toHaveText("–");
  working = true;
  await page.reload();
  await page.locator(".run summary").click();
  await expect(run).toContainText("left");
});

test("Watch: a number of the form that is not accepted starts no count", async ({ page }) => {
  const info = {
    schema: "queens.serve.info/1",
    version: "0",
    cpu: "none",
    os: "none",
    threads: 2,
    kernels: [],
    methods: [],
    limits: { threads: 2, count_n: 20, seconds: 60, jobs: 2, memory: 1 },
    folders: [],
  };
  await page.route("**/api/info", (route) => route.fulfill({ json: info }));
  await page.route("**/api/jobs", (route) => route.fulfill({ json: { jobs: [] } }));
  await page.route("**/api/runs", (route) => route.fulfill({ json: { runs: [], unusable: [] } }));
  let started = 0;
  await page.route("**/api/counts", (route) => {
    started += 1;
    return route.fulfill({ status: 500, json: {} });
  });
  await page.goto("./#/watch");
  const field = page.getByLabel("Size n");
  await field.fill("17");
  await field.fill("21");
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.getByText("a whole number from 1 to 20", { exact: true })).toBeVisible();
  await expect(field).toHaveValue("21");
  expect(started).toBe(0);
});

test("a size in the address that is not accepted gets a word", async ({ page }) => {
  for (const [address, words] of [
    ["measure?n=40", "The address asks for n = 40. Here n goes from 0 to 22."],
    ["explore?n=13", "The address asks for n = 13. Here n goes from 1 to 12."],
    ["learn?member=brute_force&n=8", "The address asks for n = 8. Here n goes from 1 to 5."],
  ] as const) {
    await page.goto(`./#/${address}`);
    await expect(page.getByText(words)).toBeVisible();
  }
  await page.goto("./#/explore?n=4");
  await expect(page.getByRole("heading", { name: "All solutions, in order" })).toBeVisible();
  await expect(page.getByText("The address asks")).toHaveCount(0);
});
