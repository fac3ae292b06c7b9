import { ANSWER_MINUTES, type ShownState } from '@milepost/contract/command-kinds';
import type { Command, StoppedEngine } from '@milepost/contract/command-operations';

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

const ENGINE_COMMANDS = (vehicle: string, kind: 'engineStop' | 'engineResume') => `
  SELECT c.id, c.sent_at, c.made_at, c.ended_at, c.state, c.answer, c.reason, c.made_by
  FROM device_commands c WHERE c.vehicle_id = ${vehicle} AND c.kind = '${kind}'`;

/** SQL: true when a command `r` came after the stop `s`. */
const LATER = '(coalesce(r.sent_at, r.made_at), r.id) > (s.sent_at, s.id)';

/**
 * SQL of the engine stop in effect for a vehicle (defined by `StoppedEngine`), at most one row: a confirmed one before
 * one that was only sent, then the newest; with state and reply of the newest resume after it.
 * @param vehicle SQL of the vehicle's id
 */
export const stoppedSql = (vehicle: string): string => `
  SELECT s.*, again.state AS resume_state, again.answer AS resume_answer
  FROM (${ENGINE_COMMANDS(vehicle, 'engineStop')} AND c.state IN ('sent', 'answered', 'done')) s
  LEFT JOIN LATERAL (
    SELECT max(r.sent_at) AS sent_at, coalesce(bool_or(r.state = 'done'), false) AS done,
           coalesce(bool_or(r.state = 'answered'), false) AS answered
    FROM (${ENGINE_COMMANDS(vehicle, 'engineResume')} AND c.state IN ('sent', 'answered', 'done')) r WHERE ${LATER}
  ) resumed ON true
  LEFT JOIN LATERAL (
    SELECT r.answer, CASE WHEN r.state = 'sent' AND r.ended_at IS NULL
                           AND r.sent_at < now() - interval '${ANSWER_MINUTES} minutes' THEN 'unanswered'
                         WHEN r.state = 'answered' THEN 'unclear' ELSE r.state END AS state
    FROM (${ENGINE_COMMANDS(vehicle, 'engineResume')} AND c.state <> 'cancelled') r WHERE ${LATER}
    ORDER BY coalesce(r.sent_at, r.made_at) DESC, r.id DESC LIMIT 1
  ) again ON true
  WHERE NOT resumed.done AND NOT (s.state <> 'done' AND resumed.answered) AND NOT EXISTS (
    SELECT FROM trips t WHERE t.vehicle_id = ${vehicle}
      AND t.started_at > CASE s.state WHEN 'done' THEN resumed.sent_at ELSE s.sent_at END)
  ORDER BY s.state = 'done' DESC, s.sent_at DESC, s.id DESC LIMIT 1`;

export interface StoppedRow {
  commandId: string;
  since: Date;
  confirmed: boolean;
  answer: string | null;
  resumeState: ShownState | null;
  resumeAnswer: string | null;
  by: string | null;
  reason: string | null;
}

export function toStopped({ resumeState, resumeAnswer, ...row }: StoppedRow): StoppedEngine {
  return {
    ...row,
    commandId: Number(row.commandId),
    since: row.since.toISOString(),
    answer: row.confirmed ? null : row.answer,
    resume: resumeState && { state: resumeState, answer: resumeAnswer },
  };
}
