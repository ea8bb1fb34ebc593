/** Words that a reader reads in a minute. */
export const READ_A_MINUTE = 200;
