// The server's token, if it requires one. It is the part of the address after `#`, which browsers do not send.

const KEY = "queens.token";

/** Takes the token out of the address and keeps it for this tab. */
function take(): void {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const given = parameters.get("token");
  if (!given) return;
  sessionStorage.setItem(KEY, given);
  parameters.delete("token");
  const rest = parameters.toString();
  history.replaceState(history.state, "", rest ? `#${rest}` : location.pathname + location.search);
}

// When the page is loaded, and when the address of another start of the server is opened in the same tab.
take();
addEventListener("hashchange", take);

/** The token, if there is one. */
export function token(): string | null {
  return sessionStorage.getItem(KEY);
}
