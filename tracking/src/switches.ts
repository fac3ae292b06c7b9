import type { Attributes } from '@milepost/protocols/types';
import type { SwitchSpan } from './fact.ts';
import type { Run } from './run.ts';
import { isSignal, type Sensor } from './sensors/sensor.ts';
import { sensorValue } from './sensors/smoothing.ts';
import type { OpenSwitch, TrackState } from './track-state.ts';

/**
 * Things that are on or off in a vehicle, by the attribute names of the decoders; sensors add more. Ignition and motion
 * are not switches: they are recorded as engine hours, trips and stops.
 */
export const SWITCHES = [
  'door',
  'ac',
  'immobilized',
  'charging',
  'input1',
  'input2',
  'input3',
  'input4',
  'input5',
  'input6',
  'input7',
  'input8',
  'output1',
  'output2',
  'output3',
  'output4',
] as const;
export type Switch = (typeof SWITCHES)[number];

/** A switch not reported on for this long is no longer known to be on: parked devices report at least daily. */
export const SWITCH_HOLD_S = 86_400;

/**
 * Follows what is switched on: from the first report of on to the first of off. A yes/no sensor replaces the attribute
 * that it reads.
 */
export function watchSwitches(run: Run, attributes: Attributes): void {
  const { state, now } = run;
  const sensors = signalsAt(run);
  if (state.switches) {
    for (const open of state.switches) {
      const isGone = open.sensorId !== undefined && !sensors.some(({ id }) => id === open.sensorId);
      if (isGone || now - open.lastAt > SWITCH_HOLD_S * 1000) finish(run, open, open.lastAt);
    }
  }
  if (!hasSwitch(attributes) && sensors.length === 0) return;
  const read = sensors.length > 0 ? new Set(sensors.map((sensor) => sensor.attribute(now))) : null;
  // Loops by index: an iterator allocates for each name of each report until V8 has optimised this.
  for (let index = 0; index < SWITCHES.length; index++) {
    const name = SWITCHES[index];
    if (name === undefined) break;
    const on = read?.has(name) ? false : attributes[name];
    if (on !== undefined) watch(run, { name }, on);
  }
  for (const sensor of sensors) {
    watch(run, { name: `sensor:${sensor.id}`, sensorId: sensor.id }, sensorValue(run, sensor, attributes));
  }
}

const NAMES: ReadonlySet<string> = new Set(SWITCHES);

/** Looking through the few attributes of a report takes less time than looking for each switch among them. */
function hasSwitch(attributes: Attributes): boolean {
  for (const name in attributes) if (NAMES.has(name)) return true;
  return false;
}

const NONE: readonly Sensor[] = [];

/** Returns the yes/no sensors that apply now. */
function signalsAt({ context: { sensors }, now }: Run): readonly Sensor[] {
  return sensors?.filter((one) => isSignal(one.kind) && one.definition(now) >= 0) ?? NONE;
}

type Watched = Pick<OpenSwitch, 'name' | 'sensorId'>;

function watch(run: Run, watched: Watched, on: Attributes[string] | null): void {
  if (typeof on !== 'boolean') return;
  const open = run.state.switches?.find((one) => one.name === watched.name);
  if (on && open) open.lastAt = run.now;
  else if (on) begin(run, watched);
  else if (open) finish(run, open, run.now);
}

function begin({ state, now }: Run, watched: Watched): void {
  const place = state.fix && { lat: state.fix.lat, lon: state.fix.lon };
  state.switches = [
    ...(state.switches ?? []),
    { ...watched, key: `switch:${watched.name}:${now}:${state.hash}`, start: now, place, lastAt: now },
  ];
}

function finish({ state, facts }: Run, open: OpenSwitch, at: number): void {
  facts.push(spanOf(open, at));
  state.switches = state.switches?.filter((one) => one !== open) ?? [];
}

/** Ends all switches of a device that leaves its vehicle, at the time when they were last reported. */
export function endSwitches(run: Run): void {
  for (const open of run.state.switches ?? []) finish(run, open, open.lastAt);
}

/** Returns what is still on at the end of a batch. */
export const openSwitches = ({ switches = [] }: TrackState): SwitchSpan[] => switches.map((open) => spanOf(open, null));

function spanOf(open: OpenSwitch, end: number | null): SwitchSpan {
  const { name, sensorId = null, key, start, place, lastAt } = open;
  return {
    kind: 'switch',
    key,
    confirmedAt: start,
    start,
    end,
    durationS: ((end ?? lastAt) - start) / 1000,
    name,
    sensorId,
    place,
    lastAt,
  };
}
