import { useState } from 'react';

type Chosen = ReadonlyMap<number, string>;
interface State {
  chosen: Chosen;
  /** True if all rows of the filter are chosen, on every page. */
  all: boolean;
  /** The id at which a range begins. */
  last: number | null;
}
const NONE: State = { chosen: new Map(), all: false, last: null };

/** The rows between two of them, both included; only the second if the first is not visible. */
export function rangeBetween<Row extends { id: number }>(rows: readonly Row[], from: number | null, to: number): Row[] {
  const [a, b] = [rows.findIndex(({ id }) => id === from), rows.findIndex(({ id }) => id === to)];
  return a < 0 ? rows.slice(b, b + 1) : rows.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/** Rows chosen from a list, with their names: they stay chosen while the person searches for others. */
export function useChosenRows<Row extends { id: number }>(nameOf: (row: Row) => string) {
  const [state, setState] = useState(NONE);
  const labelled = (rows: readonly Row[]) => rows.map((row) => [row.id, nameOf(row)] as const);
  return {
    ...state,
    nameOf,
    add: (rows: readonly Row[]) =>
      setState((old) => ({ ...old, all: false, chosen: new Map([...old.chosen, ...labelled(rows)]) })),
    /** Chooses or deselects a row; with `range`, all visible rows from the one chosen last to this one. */
    toggle: (row: Row, rows: readonly Row[], range: boolean) =>
      setState((old) => {
        const chosen = new Map(old.chosen);
        if (range) for (const [id, name] of labelled(rangeBetween(rows, old.last, row.id))) chosen.set(id, name);
        else if (!chosen.delete(row.id)) chosen.set(row.id, nameOf(row));
        return { chosen, all: false, last: row.id };
      }),
    chooseAll: () => setState((old) => ({ ...old, all: true })),
    clear: () => setState(NONE),
  };
}

export type ChosenRows<Row extends { id: number }> = ReturnType<typeof useChosenRows<Row>>;
