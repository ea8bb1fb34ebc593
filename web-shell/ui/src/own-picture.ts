/** Whether this is the address of a picture of this site. Loading others would reveal the reader to their server. */
export const isOwnPicture = (address: unknown): address is string =>
  typeof address === "string" && /^\/pictures\/[\w-]+$/.test(address);
