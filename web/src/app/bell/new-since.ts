interface Entry {
  id: number;
  read: boolean;
  /** True if the entry is not announced. */
  quiet: boolean;
}

/** The unread entries to announce that are newer than all known ones, the oldest first; ids grow with time. */
export function newSince<Row extends Entry>(known: readonly Row[], rows: readonly Row[]): Row[] {
  const newest = Math.max(0, ...known.map(({ id }) => id));
  return rows.filter(({ id, read, quiet }) => !read && !quiet && id > newest).toSorted((a, b) => a.id - b.id);
}
