import base from "./playwright.config";
export default { ...base, workers: 2, timeout: 60_000, expect: { timeout: 8_000 }, use: { ...base.use, baseURL: "http://127.0.0.1:4191/" }, webServer: undefined };
