import { within } from './within.ts';

/** Copying a database takes a second; on a busy machine it waits for other copies. */
const COPIED_WITHIN_MS = 120_000;

/** An empty, migrated database of this test run, from the run's service; null outside of a run. */
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

/** Returns it when nothing uses it any more. */
export async function giveBack(url: string): Promise<void> {
  const given = fetch(process.env['MILEPOST_RUN_DATABASE'] + new URL(url).pathname, { method: 'DELETE' });
  await within('the run to take its database back', given, COPIED_WITHIN_MS);
}
