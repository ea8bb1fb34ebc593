/** The time a form has to show the server's messages at its fields. */
const SHOWN_WITHIN_MS = 300;

/** Where a message may be shown: on the page, or in a dialog above it. Snackbars are elsewhere. */
const PLACES = "#root, [role=dialog]";

const isShown = (message: string) =>
  [...document.querySelectorAll(PLACES)].some(({ textContent }) => textContent?.includes(message));

/** Reports the first message that the page does not show; messages at their fields are not repeated. */
export function reportUnseen(messages: string[], report: (message: string) => void) {
  setTimeout(() => {
    const unseen = messages.find((message) => !isShown(message));
    if (unseen) report(unseen);
  }, SHOWN_WITHIN_MS);
}
