import type { RuleKind } from '@milepost/contract/command-kinds';
import { RULE_WAIT_HOURS } from '@milepost/contract/command-kinds';
import type { Actor } from '../audit/audit.ts';
import { auditedMany } from '../audit/audit-many.ts';
import type { Queryable } from '../database.ts';
import { PROTOCOL } from './command-choices.ts';
import { EMPTY_OPTIONS, wordsOf } from './command-words.ts';

/** The shortest interval between equal commands of an alarm that recurs. */
const PAUSE = '1 minute';
const SERVER: Actor = { userId: null, username: null, address: null };

interface Due {
  ruleId: number;
  kind: RuleKind;
  seconds: number | null;
  organisationId: number;
  vehicleId: number;
  deviceId: number;
  protocol: string | null;
}

/**
 * Queues the commands of alarm rules for the devices of the vehicles, in the caller's transaction. A command that
 * already waits from the same rule, or was queued within the last minute, is not repeated. An unsupported command is
 * stored as failed, so that it is visible.
 * @returns the devices with newly waiting commands
 */
export async function queueRuleCommands(db: Queryable, alarmIds: readonly number[], late: string): Promise<number[]> {
  const { rows } = await db.query<Due>(
    `SELECT DISTINCT r.id AS "ruleId", r.command_kind AS kind, r.command_seconds AS seconds, v.id AS "vehicleId",
            v.organisation_id AS "organisationId", d.id AS "deviceId", ${PROTOCOL} AS protocol
     FROM alarms a JOIN alarm_rules r ON r.id = a.rule_id AND r.enabled AND r.deleted_at IS NULL
     JOIN vehicles v ON v.id = a.vehicle_id AND v.deleted_at IS NULL
     JOIN installations i ON i.vehicle_id = v.id AND i.removed_at IS NULL JOIN devices d ON d.id = i.device_id
     WHERE a.id = ANY($1) AND r.command_kind IS NOT NULL AND a.last_at > now() - $2::interval
       -- Not for alarms from before the device was installed, as in a past copied from another organisation.
       AND a.last_at >= i.installed_at
       AND NOT EXISTS (SELECT FROM device_commands c
                       WHERE c.device_id = d.id AND c.state = 'waiting' AND c.rule_id = r.id AND c.vehicle_id = v.id)
       AND NOT EXISTS (SELECT FROM device_commands c
                       WHERE c.rule_id = r.id AND c.device_id = d.id AND c.made_at > now() - $3::interval
                         AND c.vehicle_id = v.id)`,
    [alarmIds, late, PAUSE],
  );
  if (rows.length === 0) return [];
  const commands = rows.map(({ protocol, ...due }) => {
    const words = protocol === null ? null : wordsOf(protocol, { ...EMPTY_OPTIONS, ...due });
    const [takes, content] = [words?.taken ?? false, words?.content ?? null];
    return { ...due, content, protocol: content === null ? null : protocol, takes };
  });
  await auditedMany(db, SERVER, { subject: 'command', ids: [], actions: { made: 'send', changed: 'send' } }, () =>
    insert(db, commands),
  );
  return commands.filter(({ takes }) => takes).map(({ deviceId }) => deviceId);
}

async function insert(db: Queryable, commands: readonly object[]): Promise<number[]> {
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO device_commands (organisation_id, device_id, vehicle_id, kind, seconds, content, protocol, rule_id,
       expires_at, state, fault, ended_at)
     SELECT "organisationId", "deviceId", "vehicleId", kind, seconds, content, protocol, "ruleId",
            now() + make_interval(hours => $2), CASE WHEN takes THEN 'waiting' ELSE 'failed' END,
            CASE WHEN NOT takes THEN 'not-taken' END, CASE WHEN NOT takes THEN now() END
     FROM jsonb_to_recordset($1) AS t("organisationId" int, "deviceId" int, "vehicleId" int, kind text, seconds int,
       content text, protocol text, "ruleId" int, takes boolean) RETURNING id`,
    [JSON.stringify(commands), RULE_WAIT_HOURS],
  );
  return rows.map(({ id }) => Number(id));
}
