const key = (scope: string) => `sitewright.run.${scope}`;

/** The last run on a tool's page, so that a reload restores it. */
export const lastRun = {
  read: (scope: string) => sessionStorage.getItem(key(scope)),
  write: (scope: string, run: string) => sessionStorage.setItem(key(scope), run),
  forget: (scope: string) => sessionStorage.removeItem(key(scope)),
};
