export interface Cell {
  row: number;
  column: number;
}

interface Grid {
  rows: number;
  columns: number;
  /** Swaps left and right. */
  rtl: boolean;
}

interface Press {
  key: string;
  ctrlKey: boolean;
}

/**
 * The target cell of a key, or null if the key does not move (ARIA Authoring Practices, grid pattern): arrows, Home and
 * End in the row, with Ctrl in the table, Page keys by ten rows. Never leaves the table.
 */
export function moveCell({ row, column }: Cell, { key, ctrlKey }: Press, { rows, columns, rtl }: Grid): Cell | null {
  const forward = rtl ? -1 : 1;
  const steps: Record<string, Cell> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - forward },
    ArrowRight: { row, column: column + forward },
    Home: { row: ctrlKey ? 0 : row, column: 0 },
    End: { row: ctrlKey ? rows - 1 : row, column: columns - 1 },
    PageUp: { row: row - 10, column },
    PageDown: { row: row + 10, column },
  };
  const to = steps[key];
  if (!to) return null;
  return {
    row: Math.min(rows - 1, Math.max(0, to.row)),
    column: Math.min(columns - 1, Math.max(0, to.column)),
  };
}

/** The next cell in reading order, or the previous one; null past the ends, where Tab leaves the table. */
export function nextCell({ row, column }: Cell, { rows, columns }: Omit<Grid, 'rtl'>, back: boolean): Cell | null {
  const place = row * columns + column + (back ? -1 : 1);
  if (place < 0 || place >= rows * columns) return null;
  return { row: Math.floor(place / columns), column: place % columns };
}
