/** The row of a list that was read again for its form. @throws Error where it is gone */
export function rowWith<Row extends { id: number }>(rows: readonly Row[], id: number): Row {
  const row = rows.find((each) => each.id === id);
  if (!row) throw new Error(`row ${id} is gone`);
  return row;
}
