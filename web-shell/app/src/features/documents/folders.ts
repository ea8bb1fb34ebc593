import { useState } from "react";
import { type Answer, useApi } from "../../api/client";

export type Folders = Answer<"/api/folders">;
export type Folder = Folders["data"][number];
/** A folder in the tree: its depth, and the number of documents in it and its subfolders. */
export type Branch = Folder & { depth: number; held: number };

/** The depth of nested folders; the same value as in the server. */
export const DEEPEST = 3;

/** All folders; they count all documents, or those of one project. */
export const useFolders = (project = "") =>
  useApi("/api/folders", project ? { query: { project: Number(project) } } : {}, { throwOnError: false });

/**
 * The folder at a place, if there is one. A folder that is being deleted stays until the page has left its place:
 * otherwise its menu, and the focus with it, would disappear too early.
 */
export function useOpenFolder(branches: Branch[], place: string) {
  const [leaving, setLeaving] = useState<Branch | null>(null);
  if (leaving && leaving.id !== place) setLeaving(null);
  const last = leaving?.id === place ? leaving : undefined;
  return { folder: branches.find(({ id }) => id === place) ?? last, setLeaving };
}

/** All folders, each followed by its subfolders, by name. */
export function inOrder(folders: Folder[], parent: string | null = null, depth = 1): Branch[] {
  return folders
    .filter((folder) => folder.parent_id === parent)
    .flatMap((folder) => {
      const inside = inOrder(folders, folder.id, depth + 1);
      const below = inside.filter((branch) => branch.depth === depth + 1);
      const held = below.reduce((sum, branch) => sum + branch.held, folder.documents);
      return [{ ...folder, depth, held }, ...inside];
    });
}

/** Whether a folder may be moved there: not into itself, and not so deep that a subfolder exceeds the limit. */
export function placesFor(branches: Branch[], id: string): Branch[] {
  const start = branches.findIndex((branch) => branch.id === id);
  const own = branches[start];
  if (!own) return branches.filter(({ depth }) => depth < DEEPEST);
  const after = branches.slice(start + 1);
  const end = after.findIndex(({ depth }) => depth <= own.depth);
  const inside = end < 0 ? after : after.slice(0, end);
  const height = Math.max(own.depth, ...inside.map(({ depth }) => depth)) - own.depth + 1;
  return branches.filter(
    (branch) => branch.depth + height <= DEEPEST && branch !== own && !inside.includes(branch),
  );
}

/** The name of a folder in a select: indented for the eye, with the full path for screen readers. */
export const indented = ({ name, depth }: Branch) => `${"\u2003".repeat(depth - 1)}${name}`;
