import { type OrganisationSettings, THRESHOLDS, type Threshold } from '@milepost/contract/organisation-operations';
import { DEFAULT_SETTINGS } from '@milepost/tracking/settings';
import { AppError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import type { Scope } from '../scope.ts';
import { markOlderOf } from '../facts/older-facts.ts';
import { secondFactorRequiredSql } from '../people/second-factor-rule.ts';
import { checkVersion } from '../versions.ts';
import { requireTimeZone } from './time-zones.ts';

type Thresholds = Record<Threshold, number | null>;

const each = (value: (name: Threshold) => number | null): Thresholds => ({
  movingKph: value('movingKph'),
  stopS: value('stopS'),
  tripMinM: value('tripMinM'),
  tripMinS: value('tripMinS'),
  idleS: value('idleS'),
  idleEndsTripS: value('idleEndsTripS'),
  towMinM: value('towMinM'),
  holeS: value('holeS'),
  visitFixes: value('visitFixes'),
  visitS: value('visitS'),
  speedLimitKph: value('speedLimitKph'),
});

/** The settings of an organisation. @throws AppError `not-found` outside the scope */
export async function readOrganisationSettings(db: Queryable, scope: Scope, id: number): Promise<OrganisationSettings> {
  const { rows } = await db.query<{
    timeZone: string;
    currency: string;
    networks: string[];
    requireSecondFactor: boolean;
    secondFactorFromAbove: boolean;
    settings: Partial<Thresholds>;
    version: number;
  }>(
    `SELECT time_zone AS "timeZone", currency, device_networks AS networks, require_second_factor AS "requireSecondFactor",
            ${secondFactorRequiredSql('o.parent_id')} AS "secondFactorFromAbove",
            tracking_settings AS settings, version
     FROM organisations o WHERE id = $1 AND id = ANY($2)`,
    [id, scope.organisationIds],
  );
  const [row] = rows;
  if (!row) throw new AppError('not-found', 'no-organisation');
  return {
    timeZone: row.timeZone,
    currency: row.currency,
    deviceNetworks: row.networks,
    requireSecondFactor: row.requireSecondFactor,
    secondFactorFromAbove: row.secondFactorFromAbove,
    thresholds: each((name) => row.settings[name] ?? null),
    defaults: each((name) => DEFAULT_SETTINGS[name]),
    version: row.version,
  };
}

interface SettingsInput {
  id: number;
  timeZone: string;
  /** Left out: unchanged. */
  currency?: string | undefined;
  /** Left out: unchanged. */
  deviceNetworks?: readonly string[] | undefined;
  requireSecondFactor?: boolean | undefined;
  version?: number | undefined;
}

/**
 * Sets the time zone, the thresholds (null resets one to its default), the networks from which devices can report, and
 * whether everybody needs a second factor.
 * @throws AppError `not-found` outside the scope, `invalid` for a time zone that the database does not know, `conflict`
 * if somebody else saved them, or the organisation, meanwhile
 */
export function saveOrganisationSettings(
  database: Database,
  scope: Scope,
  actor: Actor,
  { id, timeZone, currency, deviceNetworks, requireSecondFactor, version, ...thresholds }: Thresholds & SettingsInput,
): Promise<void> {
  return inTransaction(database, async (db) => {
    await db.query('SELECT FROM organisations WHERE id = $1 AND id = ANY($2) FOR NO KEY UPDATE', [
      id,
      scope.organisationIds,
    ]);
    const before = await readOrganisationSettings(db, scope, id);
    await checkVersion(db, 'organisation', id, version);
    await requireTimeZone(db, timeZone);
    const set = Object.fromEntries(Object.entries(thresholds).filter(([, value]) => value !== null));
    await audited(db, actor, { subject: 'organisation', id, action: 'change' }, async () => {
      await db.query(
        `UPDATE organisations SET time_zone = $2, tracking_settings = (tracking_settings - $3::text[]) || $4::jsonb,
           device_networks = coalesce($5, device_networks),
           require_second_factor = coalesce($6, require_second_factor), currency = coalesce($7, currency),
           version = version + 1
         WHERE id = $1`,
        [
          id,
          timeZone,
          Object.keys(THRESHOLDS),
          JSON.stringify(set),
          deviceNetworks ?? null,
          requireSecondFactor ?? null,
          currency ?? null,
        ],
      );
      return id;
    });
    // Tracks use the present length of a gap, and days the present time zone, so all facts have to be recomputed with
    // both.
    if (thresholds.holeS !== before.thresholds.holeS || timeZone !== before.timeZone) await markOlderOf(db, id);
  });
}
