type Notices = typeof import("./notices");

let loading: Promise<Notices> | undefined;
let askForPlace: (() => void) | undefined;

/** The messages load with the first one, or after the start of the page. */
export function loadNotices(): Promise<Notices> {
  loading ??= import("./notices").catch((failure) => {
    loading = undefined;
    throw failure;
  });
  return loading;
}

/** Sets how the place of the messages is shown, when there is one. */
export function onFirstNotice(show: () => void) {
  askForPlace = show;
  if (loading) show();
}

function show(say: (notices: Notices["notices"]) => void) {
  askForPlace?.();
  // Without a connection the page itself says so.
  void loadNotices().then(
    ({ notices }) => say(notices),
    () => {},
  );
}

/** Short messages at the edge of the screen, for the shell and its modules. */
export const notify = {
  /** Removes all messages, such as the one about a wrong password. */
  clear: () => void loading?.then(({ notices }) => notices.clear()),
  /** Removes error messages. */
  clearErrors: () => void loading?.then(({ notices }) => notices.clearErrors()),
  success: (message: string) => show((notices) => notices.success(message)),
  error: (message: string) => show((notices) => notices.error(message)),
  undo: (message: string, undo: () => void) => show((notices) => notices.undo(message, undo)),
};
