import type { Client } from 'pg';
import { getConstructionPlans, PgBoss } from 'pg-boss';
import { StartError } from '../errors.ts';
import packed from 'pg-boss/package.json' with { type: 'json' };

const SCHEMA = 'pgboss';
const OURS = packed.pgboss.schema;

/**
 * Creates the tables of the jobs, or migrates them to the version of pg-boss. Called under the advisory lock of the
 * migrations, so that every role finds them, whichever started first.
 * @throws StartError when they are newer than this program
 */
export async function migrateJobs(client: Client): Promise<void> {
  await makeTables(client);
  await allowOneOfAGroup(client);
}

async function makeTables(client: Client): Promise<void> {
  const { rows } = await client.query<{ schema: boolean; tables: boolean }>(
    `SELECT to_regnamespace($1) IS NOT NULL AS schema, to_regclass($1 || '.version') IS NOT NULL AS tables`,
    [SCHEMA],
  );
  const found = rows[0];
  if (!found?.tables) {
    // Without permission to create schemas, the operator has created this one; even IF NOT EXISTS would be refused.
    await client.query(getConstructionPlans(SCHEMA, { createSchema: !found?.schema }));
    return;
  }
  const stored = await client.query<{ version: number }>(`SELECT version FROM ${SCHEMA}.version`);
  const version = stored.rows[0]?.version ?? 0;
  if (version > OURS) {
    throw new StartError(
      `A newer version of Milepost changed the job tables (version ${version}, not ${OURS}). Nothing was changed; update Milepost.`,
    );
  }
  if (version === OURS) return;
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    schedule: false,
    supervise: false,
    registerInstance: false,
  });
  await boss.start();
  await boss.stop();
}

/**
 * Ensures one active job per group: pg-boss checks whether another is active, and two concurrent checks see none. The
 * second update fails here, which pg-boss treats as nothing found.
 */
async function allowOneOfAGroup(client: Client): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('${SCHEMA}.milepost_one_of_a_group') IS NOT NULL AS there`,
  );
  if (rows[0]?.there) return;
  const table = `${SCHEMA}.job_common`;
  // Two jobs that are active at this moment: one of them is retried.
  await client.query(
    `BEGIN;
     LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE;
     UPDATE ${table} j SET state = 'retry' WHERE state = 'active' AND EXISTS (
       SELECT FROM ${table} o WHERE o.name = j.name AND o.group_id = j.group_id AND o.state = 'active' AND o.id < j.id);
     CREATE UNIQUE INDEX milepost_one_of_a_group ON ${table} (name, group_id)
       WHERE state = 'active' AND group_id IS NOT NULL;
     COMMIT`,
  );
}
