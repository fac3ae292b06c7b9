/** Finds the row in a list that was reloaded for its form. @throws Error if it no longer exists */
export function rowWith<Row extends { id: number }>(rows: readonly Row[], id: number): Row {
  const row = rows.find((each) => each.id === id);
  if (!row) throw new Error(`row ${id} is gone`);
  return row;
}
