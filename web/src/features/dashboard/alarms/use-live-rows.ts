import type { AlarmRow } from '@milepost/contract/alarm-operations';
import { useEffect, useEffectEvent, useState } from 'react';
import type { CallInput, CallOutput } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { callKey } from '../../../api/use-call.ts';
import { type AlarmsFrame, subscribeAlarms } from '../../../live/live-client.ts';

type Page = CallOutput<'get-alarm-list'>;
/** New alarms are counted up to this number. */
const MAX_FRESH = 1000;

interface Options {
  input: CallInput<'get-alarm-list'>;
  /** When the list was fetched, epoch milliseconds. */
  fetchedAt: number;
  page: Page | undefined;
  mayBelong: (alarm: AlarmRow) => boolean;
}

/**
 * Updates the displayed rows as alarms change, without moving any; new alarms are counted, and shown when the person
 * asks for them. Returns the number.
 */
export function useLiveRows({ input, fetchedAt, page, mayBelong }: Options): number {
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set());
  const [since, setSince] = useState(fetchedAt);
  if (since !== fetchedAt) {
    setSince(fetchedAt);
    setFresh(new Set());
  }
  const put = useEffectEvent(({ alarms }: AlarmsFrame) => {
    const known = new Set(page?.rows.map(({ id }) => id));
    const changed = new Map(alarms.filter(({ id }) => known.has(id)).map((alarm) => [alarm.id, alarm]));
    if (changed.size > 0) {
      queryClient.setQueryData<Page>(
        callKey('get-alarm-list', input),
        (old) => old && { ...old, rows: old.rows.map((row) => changed.get(row.id) ?? row) },
        // Keeps the fetch time: new alarms are still to be counted.
        { updatedAt: fetchedAt },
      );
    }
    const newest = Math.max(0, ...known);
    const raised = alarms.filter(
      (alarm) =>
        page !== undefined && alarm.id > newest && alarm.count === 1 && alarm.clearedAt === null && mayBelong(alarm),
    );
    if (raised.length > 0) {
      setFresh((old) => new Set([...old, ...raised.map(({ id }) => id)].slice(0, MAX_FRESH)));
    }
  });
  useEffect(() => subscribeAlarms('changes', (frame) => put(frame)), []);
  return fresh.size;
}
