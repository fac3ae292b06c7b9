import type { BackupsStatus } from '@milepost/contract/server-status';
import type { ServerNotice } from '@milepost/contract/server-operations';
import type { Backups } from '../roles/backup-role.ts';
import { nextTime, oldAfterMs } from './backup-plan.ts';

const isoOf = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;

/** Backups as Administration › Server shows them. */
export async function readBackups(backups: Backups, now = new Date()): Promise<BackupsStatus> {
  const { target, newest, failure, log, drill, lastGoodDrillAt } = await backups.status();
  const { schedule = null, verifySchedule = null, key = null } = backups.plan ?? {};
  const running = await backups.running();
  return {
    target,
    encrypted: key !== null,
    newest: newest && { finishedAt: newest.finishedAt.toISOString(), bytes: newest.bytes, target: newest.target },
    failure: failure && { at: failure.at.toISOString(), reason: failure.reason },
    log: log && { at: isoOf(log.at), fault: log.fault },
    drill: drill && { at: drill.at.toISOString(), fault: drill.fault, restoredTo: isoOf(drill.restoredTo) },
    lastGoodDrillAt: isoOf(lastGoodDrillAt),
    nextAt: isoOf(nextTime(schedule, now)),
    nextDrillAt: isoOf(nextTime(verifySchedule, now)),
    running: running && { ...running, startedAt: isoOf(running.startedAt) },
  };
}

/** The first backup of a large database takes hours. */
const FIRST_WITHIN_S = 6 * 3600;
/** A target may be away for a moment; the log waits in the database meanwhile. */
const LOG_STILL_MS = 600_000;
const MAX_REASON = 500;

/** What is wrong with the backups. A demo needs none, and a database of the operator's own may have others. */
export async function backupNotices(
  backups: Backups,
  { demo, external, now = new Date() }: { demo: boolean; external: boolean; now?: Date },
): Promise<ServerNotice[]> {
  const { target, newest, failure, log, drill } = await backups.status();
  if (target === null || backups.plan === null)
    return demo || external || backups.isElsewhere ? [] : [{ kind: 'no-backup' }];
  const rows: ServerNotice[] = [];
  const lastGoodAt = newest?.finishedAt ?? null;
  if (failure) {
    const { at, reason } = failure;
    rows.push({
      kind: 'backup-failed',
      at: at.toISOString(),
      reason: reason.slice(0, MAX_REASON),
      lastGoodAt: isoOf(lastGoodAt),
    });
  } else if (
    lastGoodAt === null
      ? process.uptime() > FIRST_WITHIN_S
      : now.getTime() - lastGoodAt.getTime() > oldAfterMs(backups.plan.schedule, now)
  ) {
    rows.push({ kind: 'backup-old', lastGoodAt: isoOf(lastGoodAt) });
  }
  // A restored server waits for the time of the former one, which is no fault.
  const stillSince = log?.waitsSince ?? log?.at ?? null;
  if (log?.fault && (stillSince === null || now.getTime() - stillSince.getTime() > LOG_STILL_MS)) {
    rows.push({ kind: 'backup-log', reason: log.fault.slice(0, MAX_REASON), until: isoOf(log.at) });
  }
  if (drill?.fault) {
    rows.push({ kind: 'drill-failed', at: drill.at.toISOString(), reason: drill.fault.slice(0, MAX_REASON) });
  }
  return rows;
}
