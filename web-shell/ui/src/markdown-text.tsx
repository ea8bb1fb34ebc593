import { Anchor, Blockquote, Box, Code, Divider, List, Table, Text, Title } from "@mantine/core";
import { lexer, type Token, type Tokens } from "marked";
import { Children, createContext, type ReactNode, use } from "react";
import { plain } from "./entities";
import { isOwnPicture } from "./own-picture";

/** Only addresses that cannot run scripts. */
const safeHref = (href: string) => (/^(https?:|mailto:|tel:|\/(?!\/)|#)/i.test(href) ? href : undefined);

/** The level of a text's highest heading, so that a page's outline has no gaps. */
const Outline = createContext(0);

function draw(tokens: Token[] | undefined): ReactNode {
  // The parts of a text never change their order, so the index is the key.
  return Children.toArray(tokens?.map((token) => <Piece token={token} />));
}

type PieceProps = { token: Token };

function Piece({ token }: PieceProps): ReactNode {
  switch (token.type) {
    case "heading":
      return <Heading heading={token as Tokens.Heading} />;
    case "paragraph":
      return <Text mb="sm">{draw(token.tokens)}</Text>;
    case "list":
      return <Items list={token as Tokens.List} />;
    case "blockquote":
      return (
        <Blockquote my="sm" p="md">
          {draw(token.tokens)}
        </Blockquote>
      );
    case "code":
      return (
        <Code block my="sm">
          {token.text}
        </Code>
      );
    case "hr":
      return <Divider my="md" />;
    case "table":
      return <Rows table={token as Tokens.Table} />;
    case "space":
    case "def":
      return null;
    default:
      return <Inline token={token} />;
  }
}

function Heading({ heading }: { heading: Tokens.Heading }) {
  const order = Math.min(6, heading.depth + use(Outline)) as 2 | 3 | 4 | 5 | 6;
  const size = `h${Math.min(5, heading.depth + 2)}` as "h3" | "h4" | "h5";
  return (
    <Title order={order} size={size} mt="lg" mb="xs">
      {draw(heading.tokens)}
    </Title>
  );
}

function Inline({ token }: PieceProps): ReactNode {
  switch (token.type) {
    case "strong":
      return <strong>{draw(token.tokens)}</strong>;
    case "em":
      return <em>{draw(token.tokens)}</em>;
    case "del":
      return <del>{draw(token.tokens)}</del>;
    case "codespan":
      return <Code>{plain(token.text)}</Code>;
    case "br":
      return <br />;
    case "link":
      return <Outside href={token.href}>{draw(token.tokens)}</Outside>;
    case "image":
      return <Picture image={token as Tokens.Image} />;
    case "text":
      return token.tokens ? draw(token.tokens) : plain(token.text);
    case "escape":
      return token.text;
    default:
      return token.raw;
  }
}

function Outside({ href, children }: { href: string; children: ReactNode }) {
  const safe = safeHref(href);
  if (!safe) return children;
  return (
    <Anchor href={safe} target="_blank" rel="noopener noreferrer nofollow" underline="always">
      {children}
    </Anchor>
  );
}

/** A picture of this site; one from elsewhere is a link with its description. */
function Picture({ image: { href, text, title } }: { image: Tokens.Image }) {
  if (!isOwnPicture(href)) {
    return (
      <Outside href={href}>
        <em>{text || href}</em>
      </Outside>
    );
  }
  return (
    <span className="sw-picture">
      <img src={href} alt={text} loading="lazy" />
      {title && <span className="sw-picture-caption">{title}</span>}
    </span>
  );
}

function Items({ list }: { list: Tokens.List }) {
  return (
    <List
      type={list.ordered ? "ordered" : "unordered"}
      start={list.start || undefined}
      my="sm"
      spacing={4}
      withPadding
    >
      {Children.toArray(list.items.map((item) => <List.Item>{draw(item.tokens)}</List.Item>))}
    </List>
  );
}

const cellsOf = (row: Tokens.TableCell[]) =>
  Children.toArray(row.map((cell) => <Table.Td>{draw(cell.tokens)}</Table.Td>));

function Rows({ table }: { table: Tokens.Table }) {
  return (
    <Box className="sw-scrolls" style={{ overflowX: "auto" }} my="sm" tabIndex={0}>
      <Table withTableBorder withColumnBorders>
        <Table.Thead>
          <Table.Tr>
            {Children.toArray(table.header.map((cell) => <Table.Th>{draw(cell.tokens)}</Table.Th>))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {Children.toArray(table.rows.map((row) => <Table.Tr>{cellsOf(row)}</Table.Tr>))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}

type Props = { text: string; level: number; language?: string };

export default function MarkdownText({ text, level, language }: Props) {
  const tokens = lexer(text, { gfm: true, breaks: true });
  const depths = tokens
    .filter((token) => token.type === "heading")
    .map((token) => (token as Tokens.Heading).depth);
  return (
    <Outline value={level - Math.min(...depths, 6)}>
      <Box className="sw-markdown" lang={language} style={{ overflowWrap: "anywhere" }}>
        {draw(tokens)}
      </Box>
    </Outline>
  );
}
