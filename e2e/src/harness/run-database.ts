/** An empty, migrated database of this run of tests, as the run's service gives them; null outside of a run. */
export async function databaseOfRun(): Promise<string | null> {
  const { MILEPOST_RUN_DATABASE } = process.env;
  if (MILEPOST_RUN_DATABASE === undefined) return null;
  const answer = await fetch(MILEPOST_RUN_DATABASE, { method: 'POST' });
  const said = await answer.text();
  if (!answer.ok) throw new Error(`The run gave no database: ${said}`);
  return said;
}

/** Gives it back, when nothing uses it any more. */
export async function giveBack(url: string): Promise<void> {
  await fetch(process.env['MILEPOST_RUN_DATABASE'] + new URL(url).pathname, { method: 'DELETE' });
}
