/**
 * The domain of a website's address, without `www.`, port and path; null if it has none, such as an IP address. Whether
 * its ending exists is for the server to say.
 */
export function domainOf(address: string): string | null {
  const typed = address.trim();
  const full = typed.includes("://") ? typed : `https://${typed}`;
  if (!URL.canParse(full)) return null;
  const url = new URL(full);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  const host = url.hostname.replace(/\.$/, "").replace(/^www\.(?=.+\.)/, "");
  return /^[a-z\d-]+(\.[a-z\d-]+)*\.(?!\d+$)[a-z\d-]{2,}$/.test(host) ? host : null;
}
