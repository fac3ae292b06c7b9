import type { Attributes } from '@milepost/protocols/types';
import type { SensorReadings } from '../fact.ts';
import type { Run } from '../run.ts';
import { SWITCH_HOLD_S } from '../switches.ts';
import type { TrackState } from '../track-state.ts';
import { isSignal, type Sensor } from './sensor.ts';
import { sensorValue } from './smoothing.ts';

/** A value that holds from a moment on, where the vehicle was then, in 1e-6 degree, and of yes and no whether it drove. */
type Step = [offsetMs: number, value: number, lat: number | null, lon: number | null, moving?: boolean];

/** What a sensor reads, as far as it is known without a gap. Times in epoch milliseconds. */
export interface OpenReadings {
  sensorId: number;
  definition: number;
  start: number;
  /** Of the report that began it. */
  hash: number;
  steps: Step[];
  /** Up to when the last value is known to hold. */
  until: number;
  /** When a value was reported last. */
  readAt: number;
}

/**
 * A value holds until the next one, for so long at most: recorders of chilled goods write every 15 minutes at least
 * (EN 12830, on ways of up to a week). What is longer is unknown.
 */
export const READING_HOLD_MS = 900_000;
/** Pieces are no longer, so that those of a day and of a range are found by when they begin. */
export const MOST_READINGS_MS = 3_600_000;
/** And hold no more steps, so that the state of a device that reports each second stays small. */
const MOST_STEPS = 40;

/** Follows the sensors of the vehicle: which value held from when to when, and when none is known. */
export function watchReadings(run: Run, attributes: Attributes): void {
  const { state, context } = run;
  if (!context.sensors && !state.readings) return;
  // A state from before may hold what was no number, as null.
  if (state.readings?.some(isBroken)) state.readings = state.readings.filter((open) => !isBroken(open));
  for (const open of state.readings ?? []) {
    if (!context.sensors?.some(({ id }) => id === open.sensorId)) finish(run, open, heldUntil(open, run.now));
  }
  for (const sensor of context.sensors ?? []) watchOne(run, sensor, valueOf(run, sensor, attributes));
}

const isBroken = ({ steps }: OpenReadings): boolean => !steps.every(([, value]) => Number.isFinite(value));

/** Yes and no as 1 and 0; of a tank the level without waves; null where the report has no value. */
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
  const isFull = open.steps.length >= MOST_STEPS || now - open.start >= MOST_READINGS_MS;
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
  // Of several reports of one moment the last one holds.
  if (last?.[0] === step[0]) open.steps.pop();
  open.steps.push(step);
}

/** What a door still is in a report that says nothing of it: it is often reported when it changes alone. */
function heldValue({ now }: Run, { kind, definition }: Sensor, open: OpenReadings | undefined): number | null {
  if (!open || !isSignal(kind) || open.definition !== definition(now)) return null;
  if (now - open.until > READING_HOLD_MS || now - open.readAt > SWITCH_HOLD_S * 1000) return null;
  return open.steps.at(-1)?.[1] ?? null;
}

/** Whether it drives: on a trip, and not at a halt on it, as the rule about a sensor asks too. A tow is no trip. */
const isMoving = ({ state: { trip, rest } }: Run): boolean => trip?.kind === 'trip' && rest === null;

/** Up to when its last value holds where nothing is read at a moment. */
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

/** Ends what the sensors of a device read that leaves its vehicle, when they were last known. */
export function endReadings(run: Run): void {
  for (const open of run.state.readings ?? []) finish(run, open, open.until);
}

/** What goes on at the end of a batch. */
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
    // A state from before knew of no movement.
    moving: steps.some(([, , , , moving]) => moving !== undefined)
      ? steps.map(([, , , , moving]) => moving ?? false)
      : null,
  };
}
