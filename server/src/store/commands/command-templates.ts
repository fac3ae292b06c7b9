import type { RequestKind } from '@milepost/contract/command-kinds';
import type { CommandTemplate } from '@milepost/contract/command-operations';
import { AppError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { MAX_ROWS, type Page } from '../page.ts';
import { checkQuota } from '../quotas.ts';
import { onlyRow } from '../rows.ts';

const COLUMNS = 'id, name, kind, seconds, output, odometer_km AS "odometerKm", phones, content AS text';

/** The templates of an organisation, by name. */
export async function listCommandTemplates(
  db: Queryable,
  organisationId: number,
  kinds: readonly RequestKind[],
): Promise<Page<CommandTemplate>> {
  const { rows } = await db.query<CommandTemplate>(
    `SELECT ${COLUMNS} FROM command_templates WHERE organisation_id = $1 AND kind = ANY($2)
     ORDER BY lower(name), id LIMIT ${MAX_ROWS}`,
    [organisationId, kinds],
  );
  return { rows, total: rows.length };
}

/** @throws AppError `not-found` for a template of another organisation */
export async function getCommandTemplate(db: Queryable, organisationId: number, id: number): Promise<CommandTemplate> {
  const { rows } = await db.query<CommandTemplate>(
    `SELECT ${COLUMNS} FROM command_templates WHERE id = $1 AND organisation_id = $2`,
    [id, organisationId],
  );
  if (!rows[0]) throw new AppError('not-found', 'no-command-template');
  return rows[0];
}

/**
 * Saves a template; one of the same name is replaced.
 * @param replaces called with the template to be replaced; throws if the caller cannot change it
 * @throws AppError `conflict` if there are too many
 */
export function saveCommandTemplate(
  database: Database,
  actor: Actor,
  organisationId: number,
  { name, kind, seconds, output, odometerKm, phones, text }: Omit<CommandTemplate, 'id'>,
  replaces: (former: CommandTemplate) => void,
): Promise<CommandTemplate> {
  return inTransaction(database, async (db) => {
    await db.query(`SELECT pg_advisory_xact_lock(hashtext('command-templates'), $1)`, [organisationId]);
    const { rows } = await db.query<CommandTemplate>(
      `SELECT ${COLUMNS} FROM command_templates WHERE organisation_id = $1 AND lower(name) = lower($2)`,
      [organisationId, name],
    );
    const [former] = rows;
    if (former) replaces(former);
    const change = {
      subject: 'command-template',
      id: former?.id ?? null,
      action: former ? 'change' : 'create',
    } as const;
    const id = await audited(db, actor, change, async () => {
      const made = await db.query<{ id: number }>(
        `INSERT INTO command_templates (organisation_id, name, kind, seconds, content, output, odometer_km, phones)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (organisation_id, lower(name))
         DO UPDATE SET name = $2, kind = $3, seconds = $4, content = $5, output = $6, odometer_km = $7, phones = $8
         RETURNING id`,
        [organisationId, name, kind, seconds, text, output, odometerKm, phones],
      );
      return onlyRow(made).id;
    });
    await checkQuota(db, 'command-template', organisationId);
    return getCommandTemplate(db, organisationId, id);
  });
}

/** @throws AppError `not-found` for a template of another organisation */
export function deleteCommandTemplate(
  database: Database,
  actor: Actor,
  organisationId: number,
  id: number,
): Promise<void> {
  return inTransaction(database, async (db) => {
    await getCommandTemplate(db, organisationId, id);
    await audited(db, actor, { subject: 'command-template', id, action: 'delete' }, async () => {
      await db.query('DELETE FROM command_templates WHERE id = $1', [id]);
      return id;
    });
  });
}
