import { Each, If, v } from "../jinja";

/** Signs of networks on a grid of 24 units, drawn for this product in its line. The server names the network. */
const SIGNS = {
  facebook:
    "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM14.500 8.500h-1c-1 0-1.500.600-1.500 1.600V20M9.800 13h4.400",
  instagram:
    "M8 4.500h8A3.500 3.500 0 0 1 19.500 8v8a3.500 3.500 0 0 1-3.500 3.500H8A3.500 3.500 0 0 1 4.500 16V8A3.500 3.500 0 0 1 8 4.500zM12 8.700a3.300 3.300 0 1 1 0 6.600 3.300 3.300 0 0 1 0-6.600zM16.500 7.500v.100",
  linkedin:
    "M4.500 4.500h15v15h-15zM8 10.500V16M8 7.800v.100M11.500 16v-5.500M11.500 13c0-3.300 4.500-3.500 4.500 0v3",
  x: "M5 5l14 14M19 5 5 19",
  youtube:
    "M5.500 6.500c4-.700 9-.700 13 0 1.200 1.500 1.500 3.500 1.500 5.500s-.300 4-1.500 5.500c-4 .700-9 .700-13 0C4.300 16 4 14 4 12s.300-4 1.500-5.500zM10.500 9.500v5l4.200-2.500z",
  tiktok: "M13.500 4.500v10.200a3.300 3.300 0 1 1-3.300-3.300M13.500 4.500c.300 2.600 2 4.200 4.700 4.400",
  github:
    "M9.500 20v-2.700c-3 .700-3.700-1.300-4.500-2M14.500 20v-3c0-1-.300-1.600-.700-2 2.400-.300 4.700-1.300 4.700-4.600 0-1.100-.400-2-1.100-2.800.300-.900.200-1.800-.100-2.600-1 0-2 .500-2.900 1.200a10 10 0 0 0-4.800 0C8.700 5.500 7.700 5 6.700 5c-.300.800-.400 1.700-.100 2.600-.700.800-1.100 1.700-1.100 2.800 0 3.300 2.300 4.300 4.700 4.600-.400.400-.700 1-.700 2",
  mastodon:
    "M18.500 14.500c-1.500 1-4 1.500-6.500 1.500-1.700 0-3-.200-3-.200.200 2 2.500 2.700 5.500 2.200v1.500c-4.500 1-9.500.200-9.700-7.500-.100-4.500.700-7 7.200-7s7.300 2 7.300 5.500c0 1.500-.300 3.300-.800 4zM8.500 13V9.700c0-2.200 3.500-2.200 3.500 0V11M12 9.700c0-2.200 3.500-2.200 3.500 0V13",
  bluesky:
    "M12 10.500C11 8.500 8.500 6 6.500 5.500c-1.500-.300-2 .500-2 2 0 2 .500 4 1 5 .700 1.300 2 1.500 3.500 1.300-2.500.400-3.500 1.700-1.700 3.400 2.300 2.200 3.700-.700 4.700-2.700 1 2 2.400 4.900 4.700 2.700 1.800-1.700.800-3-1.700-3.400 1.500.200 2.800 0 3.500-1.300.500-1 1-3 1-5 0-1.500-.500-2.300-2-2-2 .500-4.500 3-5.500 5z",
} as const;

const NAMES: Record<keyof typeof SIGNS, string> = {
  facebook: "Facebook",
  instagram: "Instagram",
  linkedin: "LinkedIn",
  x: "X",
  youtube: "YouTube",
  tiktok: "TikTok",
  github: "GitHub",
  mastodon: "Mastodon",
  bluesky: "Bluesky",
};

const NETWORKS = Object.keys(SIGNS) as (keyof typeof SIGNS)[];

/** The operator's profiles. */
export const Socials = ({ label }: { label: string }) => (
  <If is="frame.brand.socials">
    <ul className="socials" aria-label={label}>
      <Each as="social" of="frame.brand.socials">
        <li>
          <a href={v("social.url")} rel="noopener me">
            {NETWORKS.map((network) => (
              <If key={network} is={`social.network == '${network}'`}>
                <svg
                  role="img"
                  aria-label={NAMES[network]}
                  width="22"
                  height="22"
                  viewBox="0 0 24 24"
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="1.6"
                  strokeLinecap="round"
                  strokeLinejoin="round"
                >
                  <path d={SIGNS[network]} />
                </svg>
              </If>
            ))}
          </a>
        </li>
      </Each>
    </ul>
  </If>
);
