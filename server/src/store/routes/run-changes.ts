import { isDeepStrictEqual } from 'node:util';
import type { RunStop, WholeRun } from '@milepost/contract/route-run-operations';
import type { RunChange } from './write-run.ts';

type ComparedRun = Pick<WholeRun, 'vehicle' | 'vehicles' | 'load' | 'driver' | 'startMin' | 'state'> & {
  stops: readonly Pick<RunStop, 'outlet' | 'serviceS' | 'window' | 'skipReason'>[];
};

const two = (number: number) => String(number).padStart(2, '0');
const clockOf = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
const clockIn = (zone: string, at: string) =>
  new Date(at).toLocaleTimeString('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
const windowOf = (window: RunStop['window']) => window && `${clockOf(window.fromMin)}–${clockOf(window.toMin)}`;

/**
 * The changes of a run for its history: for a stop, `from` is its outlet and `to` the new value; times as HH:MM in the
 * organisation's time zone, service times in minutes.
 */
export function changesOf(before: ComparedRun, after: ComparedRun, zone: string): RunChange[] {
  const changes: RunChange[] = [];
  const addChange = (what: RunChange['what'], from: string | null, to: string | null) => {
    if (from !== to) changes.push({ what, from, to });
  };
  if (before.state !== after.state) {
    changes.push({ what: after.state === 'cancelled' ? 'cancelled' : 'resumed', from: null, to: null });
  }
  addChange('vehicle', before.vehicle?.name ?? null, after.vehicle?.name ?? null);
  const since = after.vehicles.at(-1);
  if (before.vehicle?.id !== after.vehicle?.id && since?.id === after.vehicle?.id && since?.from) {
    changes.push({ what: 'vehicle-from', from: null, to: clockIn(zone, since.from) });
  }
  addChange('driver', before.driver?.name ?? null, after.driver?.name ?? null);
  addChange('start', clockOf(before.startMin), clockOf(after.startMin));
  if (!isDeepStrictEqual(before.load, after.load)) changes.push({ what: 'load', from: null, to: null });
  const old = new Map(before.stops.map((stop) => [stop.outlet.id, stop]));
  const now = new Map(after.stops.map((stop) => [stop.outlet.id, stop]));
  for (const { outlet } of before.stops) if (!now.has(outlet.id)) addChange('stop-removed', outlet.name, null);
  for (const stop of after.stops) {
    const was = old.get(stop.outlet.id);
    const name = stop.outlet.name;
    if (!was) addChange('stop-added', null, name);
    if (stop.skipReason !== (was?.skipReason ?? null)) {
      changes.push({ what: stop.skipReason === null ? 'unskipped' : 'skipped', from: name, to: stop.skipReason });
    }
    if (!was) continue;
    if (was.serviceS !== stop.serviceS) {
      changes.push({ what: 'service', from: name, to: stop.serviceS === null ? null : String(stop.serviceS / 60) });
    }
    if (windowOf(was.window) !== windowOf(stop.window)) {
      changes.push({ what: 'window', from: name, to: windowOf(stop.window) });
    }
  }
  const commonStops = (stops: ComparedRun['stops'], other: ReadonlyMap<number, unknown>) =>
    stops.flatMap(({ outlet }) => (other.has(outlet.id) ? [outlet.id] : [])).join();
  if (commonStops(before.stops, now) !== commonStops(after.stops, old))
    changes.push({ what: 'order', from: null, to: null });
  return changes;
}
