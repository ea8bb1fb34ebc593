/** So long a form has to show at its fields what the server said. */
const SHOWN_WITHIN_MS = 300;

/** Where a message may stand: on the page, or in a dialog above it. Snackbars are elsewhere. */
const PLACES = "#root, [role=dialog]";

const isShown = (message: string) =>
  [...document.querySelectorAll(PLACES)].some(({ textContent }) => textContent?.includes(message));

/** Tells the first message that the page does not show by itself: one that stands at its field needs no second place. */
export function tellUnseen(messages: string[], tell: (message: string) => void) {
  setTimeout(() => {
    const unseen = messages.find((message) => !isShown(message));
    if (unseen) tell(unseen);
  }, SHOWN_WITHIN_MS);
}
