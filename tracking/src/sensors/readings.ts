import type { Attributes } from '@milepost/protocols/types';
import type { SensorReadings } from '../fact.ts';
import type { Run } from '../run.ts';
import { SWITCH_HOLD_S } from '../switches.ts';
import type { TrackState } from '../track-state.ts';
import { isSignal, type Sensor } from './sensor.ts';
import { sensorValue } from './smoothing.ts';

/**
 * A value that holds from a moment on, with the vehicle's coordinates then, in 1e-6 degree, and for yes/no sensors
 * whether it was driving.
 */
type Step = [offsetMs: number, value: number, lat: number | null, lon: number | null, moving?: boolean];

/** A sensor's readings over a time in which they are known without a gap. Times in epoch milliseconds. */
export interface OpenReadings {
  sensorId: number;
  definition: number;
  start: number;
  /** Hash of the first report. */
  hash: number;
  steps: Step[];
  /** The time up to which the last value is known to hold. */
  until: number;
  /** When a value was last reported. */
  readAt: number;
}

/**
 * A value holds until the next one, but at most for this long: recorders of chilled goods write at least every 15
 * minutes (EN 12830, on journeys of up to a week). Beyond that the value is unknown.
 */
export const READING_HOLD_MS = 900_000;
/** Pieces are no longer than this, so that those of a day or a range can be found by their beginning. */
export const MAX_READINGS_MS = 3_600_000;
/** Pieces contain no more steps than this, so that the state of a device that reports every second remains small. */
const MAX_STEPS = 40;

/** Follows the vehicle's sensors: when each value held, and when none was known. */
export function watchReadings(run: Run, attributes: Attributes): void {
  const { state, context } = run;
  if (!context.sensors && !state.readings) return;
  // A state stored earlier may contain null for a value that was not a number.
  if (state.readings?.some(isBroken)) state.readings = state.readings.filter((open) => !isBroken(open));
  for (const open of state.readings ?? []) {
    if (!context.sensors?.some(({ id }) => id === open.sensorId)) finish(run, open, heldUntil(open, run.now));
  }
  for (const sensor of context.sensors ?? []) watchOne(run, sensor, valueOf(run, sensor, attributes));
}

const isBroken = ({ steps }: OpenReadings): boolean => !steps.every(([, value]) => Number.isFinite(value));

/** Returns yes and no as 1 and 0; for a tank the smoothed level; null where the report has no value. */
function valueOf(run: Run, sensor: Sensor, attributes: Attributes): number | null {
  const value = sensorValue(run, sensor, attributes);
  if (value === null || sensor.kind !== 'fuelLevel') return value === null ? null : Number(value);
  return run.state.tanks?.find(({ sensorId }) => sensorId === sensor.id)?.evenL ?? null;
}

function watchOne(run: Run, sensor: Sensor, read: number | null): void {
  const { state, now } = run;
  const open = state.readings?.find(({ sensorId }) => sensorId === sensor.id);
  const definition = sensor.definition(now);
  const value = read === null ? heldValue(run, sensor, open) : Math.round(read * 10_000) / 10_000;
  if (value === null) return;
  const readAt = read === null && open ? open.readAt : now;
  const moving = isSignal(sensor.kind) ? value === 1 && isMoving(run) : undefined;
  if (!open) return begin(run, { sensorId: sensor.id, definition, readAt }, value, moving);
  const isFull = open.steps.length >= MAX_STEPS || now - open.start >= MAX_READINGS_MS;
  if (now - open.until > READING_HOLD_MS || open.definition !== definition || isFull) {
    finish(run, open, heldUntil(open, now));
    begin(run, { sensorId: sensor.id, definition, readAt }, value, moving);
    return;
  }
  open.until = now;
  open.readAt = readAt;
  const last = open.steps.at(-1);
  if (last?.[1] === value && (last[4] ?? false) === (moving ?? false)) return;
  const step = stepOf(run, now - open.start, value, moving);
  // If several reports have the same time, the last one holds.
  if (last?.[0] === step[0]) open.steps.pop();
  open.steps.push(step);
}

/** Returns the value that still holds in a report without one: a door is often reported only when it changes. */
function heldValue({ now }: Run, { kind, definition }: Sensor, open: OpenReadings | undefined): number | null {
  if (!open || !isSignal(kind) || open.definition !== definition(now)) return null;
  if (now - open.until > READING_HOLD_MS || now - open.readAt > SWITCH_HOLD_S * 1000) return null;
  return open.steps.at(-1)?.[1] ?? null;
}

/** True while driving: on a trip, and not at a halt within it, as in the rule about a sensor. A tow does not count. */
const isMoving = ({ state: { trip, rest } }: Run): boolean => trip?.kind === 'trip' && rest === null;

/** The time up to which its last value holds if there is no reading now. */
const heldUntil = ({ until }: OpenReadings, now: number): number => Math.min(now, until + READING_HOLD_MS);

function begin(
  run: Run,
  of: Pick<OpenReadings, 'sensorId' | 'definition' | 'readAt'>,
  value: number,
  moving: boolean | undefined,
): void {
  const { state, now } = run;
  const open = { ...of, start: now, hash: state.hash, steps: [stepOf(run, 0, value, moving)], until: now };
  state.readings = [...(state.readings ?? []), open];
}

function stepOf({ state: { fix } }: Run, offsetMs: number, value: number, moving: boolean | undefined): Step {
  const place = [fix && Math.round(fix.lat * 1e6), fix && Math.round(fix.lon * 1e6)] as const;
  return moving === undefined ? [offsetMs, value, ...place] : [offsetMs, value, ...place, moving];
}

function finish({ state, facts }: Run, open: OpenReadings, at: number): void {
  facts.push(readingsOf(open, at));
  state.readings = state.readings?.filter((one) => one !== open) ?? [];
}

/** Ends the readings of a device that leaves its vehicle, at the time when they were last known. */
export function endReadings(run: Run): void {
  for (const open of run.state.readings ?? []) finish(run, open, open.until);
}

/** Returns the readings still ongoing at the end of a batch. */
export const openReadings = ({ readings = [] }: TrackState): SensorReadings[] =>
  readings.map((open) => readingsOf(open, null));

function readingsOf({ sensorId, start, hash, steps, until }: OpenReadings, end: number | null): SensorReadings {
  const endMs = end ?? until;
  const values = steps.map(([, value]) => value);
  const seconds = steps.map(([offset], index) => ((steps[index + 1]?.[0] ?? endMs - start) - offset) / 1000);
  const sum = values.reduce((total, value, index) => total + value * (seconds[index] ?? 0), 0);
  return {
    kind: 'readings',
    key: `readings:${sensorId}:${start}:${hash}`,
    confirmedAt: start,
    start,
    end,
    durationS: (endMs - start) / 1000,
    sensorId,
    low: Math.min(...values),
    high: Math.max(...values),
    valueS: Math.round(sum * 1000) / 1000,
    offsets: steps.map(([offset]) => offset),
    values,
    lats: steps.map(([, , lat]) => lat),
    lons: steps.map(([, , , lon]) => lon),
    // A state stored earlier lacks the movement.
    moving: steps.some(([, , , , moving]) => moving !== undefined)
      ? steps.map(([, , , , moving]) => moving ?? false)
      : null,
  };
}
