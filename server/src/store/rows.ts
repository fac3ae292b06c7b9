/** The row of a statement that always returns one, such as INSERT … RETURNING. */
export function onlyRow<Row>({ rows }: { rows: readonly Row[] }): Row {
  const row = rows[0];
  if (row === undefined) throw new Error('the statement returned no row');
  return row;
}
