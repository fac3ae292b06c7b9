import { SEVERITIES } from '@milepost/contract/alarm-constants';
import type { AlarmRow } from '@milepost/contract/alarm-operations';
import type { Severity } from '@milepost/contract/fact-operations';
import { type AlarmOrder, isOpen, ORDERS } from './alarm-order.ts';
import type { AlarmsFrame } from './live-client.ts';
import { createThrottledSignal } from './signal.ts';

export interface SeverityCount {
  /** The number of active alarms. */
  active: number;
  /** The number of active alarms that nobody has acknowledged. */
  waiting: number;
}

/** The contents of a board; the same object until something changes. */
export interface AlarmView {
  rows: readonly AlarmRow[];
  counts: Readonly<Record<Severity, SeverityCount>>;
  /** False until the first complete snapshot of open alarms. */
  loaded: boolean;
  /** The number of open alarms that the server did not send because a board has a maximum. */
  more: number;
}

/** The maximum number of alarms in the store; beyond it the last ones in the order are dropped. */
const MAX_HELD = 10_000;
/** Lists are recomputed at most once in this many milliseconds. */
const LIST_MS = 250;

/**
 * Stores the open alarms, outside React. A snapshot replaces all alarms only once it is complete, so that a reconnect
 * does not empty the board. Alarms that are no longer open are removed immediately, so that memory does not grow over
 * hours of changes.
 * @param now the server's clock, epoch milliseconds
 */
export function createAlarmStore(now: () => number) {
  const signal = createThrottledSignal(LIST_MS);
  let held = new Map<number, AlarmRow>();
  /** The snapshot that is being received. */
  let coming: Map<number, AlarmRow> | null = null;
  let sent = 0;
  let total = 0;
  let loaded = false;
  let order: AlarmOrder = 'most-severe';
  let view: AlarmView | null = null;
  /** The previous list; its order is almost that of the next one. */
  let former: readonly AlarmRow[] = [];

  const changed = () => {
    view = null;
    signal.emit();
  };

  const makeView = (): AlarmView => {
    const known = new Set<number>();
    const rows: AlarmRow[] = [];
    for (const { id } of former) {
      const row = held.get(id);
      if (!row) continue;
      rows.push(row);
      known.add(id);
    }
    for (const [id, row] of held) if (!known.has(id)) rows.push(row);
    rows.sort(ORDERS[order]);
    for (const { id } of rows.splice(MAX_HELD)) held.delete(id);
    former = rows;
    return { rows, counts: countOf(rows), loaded, more: Math.max(0, total - sent) };
  };

  return {
    apply(frame: AlarmsFrame): void {
      if (frame.begin) {
        coming = new Map();
        total = frame.total ?? 0;
        sent = 0;
      }
      const into = coming ?? held;
      for (const alarm of frame.alarms) {
        if (isOpen(alarm, now())) into.set(alarm.id, alarm);
        else into.delete(alarm.id);
      }
      for (const id of frame.gone) into.delete(id);
      if (coming) {
        sent += frame.alarms.length;
        if (!frame.complete) return;
        held = coming;
        coming = null;
        loaded = true;
      }
      changed();
    },
    /** Stores an alarm that this browser changed, before the server publishes the change. */
    put(alarms: readonly AlarmRow[]): void {
      for (const alarm of alarms) {
        if (isOpen(alarm, now())) held.set(alarm.id, alarm);
        else held.delete(alarm.id);
      }
      changed();
    },
    /** Removes alarms that are no longer open because time has passed. */
    prune(): void {
      const before = held.size;
      for (const alarm of held.values()) if (!isOpen(alarm, now())) held.delete(alarm.id);
      if (held.size !== before) changed();
    },
    setOrder(next: AlarmOrder): void {
      if (next === order) return;
      order = next;
      changed();
    },
    get: (id: number): AlarmRow | undefined => held.get(id),
    view: (): AlarmView => (view ??= makeView()),
    on: signal.on,
  };
}

export type AlarmStore = ReturnType<typeof createAlarmStore>;

const none = () => ({ active: 0, waiting: 0 });

function countOf(rows: readonly AlarmRow[]): Record<Severity, SeverityCount> {
  const counts = { critical: none(), major: none(), minor: none(), warning: none() };
  for (const { severity, clearedAt, acknowledgedAt } of rows) {
    if (clearedAt !== null) continue;
    counts[severity].active += 1;
    if (acknowledgedAt === null) counts[severity].waiting += 1;
  }
  return counts;
}

/** The highest severity among the unacknowledged alarms; null if none is unacknowledged. */
export function mostSevereWaiting(counts: AlarmView['counts']): Severity | null {
  return SEVERITIES.find((severity) => counts[severity].waiting > 0) ?? null;
}
