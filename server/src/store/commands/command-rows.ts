import type { Command, StoppedEngine } from '@milepost/contract/command-routes';

export interface CommandRow extends Omit<Command, 'id' | 'madeAt' | 'expiresAt' | 'sentAt' | 'endedAt'> {
  id: string;
  madeAt: Date;
  expiresAt: Date;
  sentAt: Date | null;
  endedAt: Date | null;
}

export const COMMAND_COLUMNS = `c.id, c.vehicle_id AS "vehicleId", v.registration, c.kind, c.seconds, c.output,
  c.odometer_km AS "odometerKm", c.phones, c.content AS text,
  c.state, c.fault, c.answer, c.reason, c.when_standing AS "whenStanding", c.by_sms AS "bySms", u.display_name AS by, r.name AS "byRule", c.made_at AS "madeAt",
  c.expires_at AS "expiresAt", c.sent_at AS "sentAt", c.ended_at AS "endedAt"`;

export const COMMAND_TABLES = `device_commands c JOIN vehicles v ON v.id = c.vehicle_id
  LEFT JOIN users u ON u.id = c.made_by LEFT JOIN alarm_rules r ON r.id = c.rule_id`;

const iso = (at: Date | null) => at?.toISOString() ?? null;

export const toCommand = (row: CommandRow): Command => ({
  ...row,
  id: Number(row.id),
  madeAt: row.madeAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  sentAt: iso(row.sentAt),
  endedAt: iso(row.endedAt),
});

/**
 * SQL of the engine stop that holds for a vehicle, with at most one row: the newest that was sent of stop and resume,
 * where it is a stop.
 * @param vehicle SQL of the vehicle's id
 */
export const stoppedSql = (vehicle: string): string => `SELECT s.* FROM (
    SELECT c.id, c.kind, c.sent_at, c.state, c.reason, c.made_by FROM device_commands c
    WHERE c.vehicle_id = ${vehicle} AND c.kind IN ('engineStop', 'engineResume') AND c.state IN ('sent', 'answered')
    ORDER BY c.sent_at DESC, c.id DESC LIMIT 1) s WHERE s.kind = 'engineStop'`;

export interface StoppedRow {
  commandId: string;
  since: Date;
  answered: boolean;
  by: string | null;
  reason: string | null;
}

export const toStopped = (row: StoppedRow): StoppedEngine => ({
  ...row,
  commandId: Number(row.commandId),
  since: row.since.toISOString(),
});
