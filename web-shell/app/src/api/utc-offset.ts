/** Minutes by which the clock of this computer is ahead of UTC: days of figures begin at its midnight. */
export const utcOffset = () => -new Date().getTimezoneOffset();
