interface Entry {
  id: number;
  parentId: number | null;
  position: number;
}

export interface PlacedEntry<Row extends Entry> {
  row: Row;
  depth: number;
  /** Ids of its level in their order. */
  level: number[];
}

/** The entries as the menu shows them: each level by position, what belongs to an entry right below it. */
export function inMenuOrder<Row extends Entry>(rows: readonly Row[]): PlacedEntry<Row>[] {
  const below = (parent: number | null, depth: number): PlacedEntry<Row>[] => {
    const level = rows.filter(({ parentId }) => parentId === parent).toSorted((a, b) => a.position - b.position);
    const ids = level.map(({ id }) => id);
    return level.flatMap((row) => [{ row, depth, level: ids }, ...below(row.id, depth + 1)]);
  };
  return below(null, 0);
}

/** The level after one step up (-1) or down (1); null where the entry is at that end already. */
export function stepped(level: readonly number[], id: number, step: -1 | 1): number[] | null {
  const at = level.indexOf(id);
  const other = level[at + step];
  if (at === -1 || other === undefined) return null;
  return level.map((each) => (each === id ? other : each === other ? id : each));
}

/** The level after an entry was dropped on another: it takes the other's place. Null where nothing changes. */
export function droppedOn(level: readonly number[], dragged: number, target: number): number[] | null {
  const from = level.indexOf(dragged);
  const to = level.indexOf(target);
  if (from === -1 || to === -1 || from === to) return null;
  const rest = level.filter((id) => id !== dragged);
  return rest.toSpliced(to, 0, dragged);
}

/** The rows with the positions of a level set by its new order. */
export function withOrder<Row extends Entry>(rows: readonly Row[], ids: readonly number[]): Row[] {
  return rows.map((row) => {
    const at = ids.indexOf(row.id);
    return at === -1 ? row : { ...row, position: at };
  });
}
