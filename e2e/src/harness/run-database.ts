import { within } from './within.ts';

/** To copy a database is a second of work; on a busy machine others wait for theirs before. */
const COPIED_WITHIN_MS = 120_000;

/** An empty, migrated database of this run of tests, as the run's service gives them; null outside of a run. */
export async function databaseOfRun(): Promise<string | null> {
  const { MILEPOST_RUN_DATABASE } = process.env;
  if (MILEPOST_RUN_DATABASE === undefined) return null;
  const answer = await within(
    'a database of the run',
    fetch(MILEPOST_RUN_DATABASE, { method: 'POST' }),
    COPIED_WITHIN_MS,
  );
  const body = await answer.text();
  if (!answer.ok) throw new Error(`The run gave no database: ${body}`);
  return body;
}

/** Gives it back, when nothing uses it any more. */
export async function giveBack(url: string): Promise<void> {
  const given = fetch(process.env['MILEPOST_RUN_DATABASE'] + new URL(url).pathname, { method: 'DELETE' });
  await within('the run to take its database back', given, COPIED_WITHIN_MS);
}
