interface Entry {
  id: number;
  parentId: number | null;
  position: number;
}

export interface PlacedEntry<Row extends Entry> {
  row: Row;
  depth: number;
  /** The ids of its level, in order. */
  level: number[];
}

/** The entries in the order of the menu: each level by position, children directly below their parent. */
export function inMenuOrder<Row extends Entry>(rows: readonly Row[]): PlacedEntry<Row>[] {
  const below = (parent: number | null, depth: number): PlacedEntry<Row>[] => {
    const level = rows.filter(({ parentId }) => parentId === parent).toSorted((a, b) => a.position - b.position);
    const ids = level.map(({ id }) => id);
    return level.flatMap((row) => [{ row, depth, level: ids }, ...below(row.id, depth + 1)]);
  };
  return below(null, 0);
}

/** The level after one step up (-1) or down (1); null if the entry is at that end already. */
export function stepped(level: readonly number[], id: number, step: -1 | 1): number[] | null {
  const at = level.indexOf(id);
  const other = level[at + step];
  if (at === -1 || other === undefined) return null;
  return level.map((each) => (each === id ? other : each === other ? id : each));
}

/** The level after an entry was dropped on another: it takes the other's position. Null if nothing changes. */
export function droppedOn(level: readonly number[], dragged: number, target: number): number[] | null {
  const from = level.indexOf(dragged);
  const to = level.indexOf(target);
  if (from === -1 || to === -1 || from === to) return null;
  const rest = level.filter((id) => id !== dragged);
  return rest.toSpliced(to, 0, dragged);
}

/** The rows with the positions of a level updated to its new order. */
export function withOrder<Row extends Entry>(rows: readonly Row[], ids: readonly number[]): Row[] {
  return rows.map((row) => {
    const at = ids.indexOf(row.id);
    return at === -1 ? row : { ...row, position: at };
  });
}
