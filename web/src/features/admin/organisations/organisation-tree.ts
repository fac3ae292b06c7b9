interface Node {
  id: number;
  parentId: number | null;
  name: string;
}

export interface Placed<Row extends Node> {
  row: Row;
  /** 0 for the topmost visible organisation. */
  depth: number;
}

/** The organisations in tree order, each below its parent, siblings by name. */
export function inTreeOrder<Row extends Node>(rows: readonly Row[]): Placed<Row>[] {
  const known = new Set(rows.map(({ id }) => id));
  const below = (parent: number | null, depth: number): Placed<Row>[] =>
    rows
      .filter(({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : null) === parent)
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .flatMap((row) => [{ row, depth }, ...below(row.id, depth + 1)]);
  return below(null, 0);
}

/** The options of a select whose labels show the tree. */
export const indentedOptions = (rows: readonly Node[]) =>
  inTreeOrder(rows).map(({ row, depth }) => ({ value: row.id, label: `${'\u2003'.repeat(depth)}${row.name}` }));

/** The organisation and all its descendants, below which it cannot be moved. */
export function branchOf(rows: readonly Node[], id: number): Set<number> {
  const branch = new Set([id]);
  for (const { row } of inTreeOrder(rows)) {
    if (row.parentId !== null && branch.has(row.parentId)) branch.add(row.id);
  }
  return branch;
}
