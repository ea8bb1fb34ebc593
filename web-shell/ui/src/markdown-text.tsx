import { Anchor, Blockquote, Box, Code, Divider, List, Table, Text, Title } from "@mantine/core";
import { lexer, type Token, type Tokens } from "marked";
import type { ReactNode } from "react";

/** Only addresses that cannot run anything. */
const safeHref = (href: string) => (/^(https?:|mailto:|tel:|\/(?!\/)|#)/i.test(href) ? href : undefined);

/** The lexer escapes text for HTML in places; React escapes itself, so the entities are undone. */
const plain = (text: string) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

function draw(tokens: Token[] | undefined, keep = plain): ReactNode {
  // Tokens of one text never move among themselves, so their place is their key.
  return tokens?.map((token, place) => <Piece key={`${place}-${token.type}`} token={token} keep={keep} />);
}

type PieceProps = { token: Token; keep: (text: string) => string };

function Piece({ token, keep }: PieceProps): ReactNode {
  switch (token.type) {
    case "heading": {
      const order = Math.min(6, (token as Tokens.Heading).depth + 1) as 2 | 3 | 4 | 5 | 6;
      return (
        <Title order={order} size={`h${Math.min(6, order + 1)}` as "h3"} mt="lg" mb="xs">
          {draw(token.tokens)}
        </Title>
      );
    }
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
      return <Inline token={token} keep={keep} />;
  }
}

function Inline({ token, keep }: PieceProps): ReactNode {
  switch (token.type) {
    case "strong":
      return <strong>{draw(token.tokens)}</strong>;
    case "em":
      return <em>{draw(token.tokens)}</em>;
    case "del":
      return <del>{draw(token.tokens)}</del>;
    case "codespan":
      return <Code>{keep(token.text)}</Code>;
    case "br":
      return <br />;
    case "link": {
      const href = safeHref(token.href);
      if (!href) return draw(token.tokens);
      return (
        <Anchor href={href} target="_blank" rel="noopener noreferrer nofollow" underline="always">
          {draw(token.tokens)}
        </Anchor>
      );
    }
    case "image":
      // A picture of a foreign address would tell that address who reads: its description is enough.
      return <em>{token.text}</em>;
    case "text":
      return token.tokens ? draw(token.tokens) : keep(token.text);
    case "escape":
      return token.text;
    default:
      return token.raw;
  }
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
      {list.items.map((item, place) => (
        <List.Item key={`${place}-${item.raw.length}`}>{draw(item.tokens)}</List.Item>
      ))}
    </List>
  );
}

function Rows({ table }: { table: Tokens.Table }) {
  return (
    <Box style={{ overflowX: "auto" }} my="sm" tabIndex={0}>
      <Table withTableBorder withColumnBorders>
        <Table.Thead>
          <Table.Tr>
            {table.header.map((cell) => (
              <Table.Th key={cell.text}>{draw(cell.tokens)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {table.rows.map((row, line) => (
            <Table.Tr key={`${line}-${row[0]?.text}`}>
              {row.map((cell, column) => (
                <Table.Td key={`${column}-${cell.text}`}>{draw(cell.tokens)}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}

export default function MarkdownText({ text }: { text: string }) {
  return <Box style={{ overflowWrap: "anywhere" }}>{draw(lexer(text, { gfm: true, breaks: true }))}</Box>;
}
