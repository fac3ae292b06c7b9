interface Entry {
  id: number;
  read: boolean;
}

/** The unread entries that are newer than any known, the oldest first; ids grow with time. */
export function newSince<Row extends Entry>(known: readonly Row[], rows: readonly Row[]): Row[] {
  const newest = Math.max(0, ...known.map(({ id }) => id));
  return rows.filter(({ id, read }) => !read && id > newest).toSorted((a, b) => a.id - b.id);
}
