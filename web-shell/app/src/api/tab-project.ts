/** The number of the selected project, of this tab and of the next new one. */
const KEY = "sitewright.project";

const read = (storage: Storage) => Number(storage.getItem(KEY)) || null;

/** The project that this tab works in; a new tab begins with the one that was selected last in this browser. */
export const tabProject = (): number | null => read(sessionStorage) ?? read(localStorage);

/** Keeps this tab in its project, whatever is selected elsewhere. */
export function keepProject(id: number | null) {
  if (id !== null) sessionStorage.setItem(KEY, String(id));
}

/** The user selects a project: new tabs begin with it. */
export function chooseProject(id: number) {
  keepProject(id);
  localStorage.setItem(KEY, String(id));
}

/** The server selects the project, as after adding one. */
export function forgetProject() {
  sessionStorage.removeItem(KEY);
  localStorage.removeItem(KEY);
}
