import type { Attributes } from '@milepost/protocols/types';
import type { SwitchSpan } from './fact.ts';
import type { Run } from './run.ts';
import type { OpenSwitch, TrackState } from './track-state.ts';

/**
 * What is on or off in a vehicle, by the names that decoders give it. Ignition and motion are no switches: they are told
 * as engine hours, trips and stops.
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

/** What was on and was not told for so long is not known to be on any more: parked devices report each day at least. */
export const SWITCH_HOLD_S = 86_400;

/** Follows what is switched on: from the first report that says so to the first that says off. */
export function watchSwitches(run: Run, attributes: Attributes): void {
  const { state, now } = run;
  for (const open of state.switches ?? []) {
    if (now - open.lastAt > SWITCH_HOLD_S * 1000) finish(run, open, open.lastAt);
  }
  for (const name of SWITCHES) {
    const on = attributes[name];
    if (typeof on !== 'boolean') continue;
    const open = state.switches?.find((one) => one.name === name);
    if (on && open) open.lastAt = now;
    else if (on) begin(run, name);
    else if (open) finish(run, open, now);
  }
}

function begin({ state, now }: Run, name: Switch): void {
  const place = state.fix && { lat: state.fix.lat, lon: state.fix.lon };
  state.switches = [
    ...(state.switches ?? []),
    { name, key: `switch:${name}:${now}:${state.hash}`, start: now, place, lastAt: now },
  ];
}

function finish({ state, facts }: Run, open: OpenSwitch, at: number): void {
  facts.push(spanOf(open, at));
  state.switches = state.switches?.filter((one) => one !== open) ?? [];
}

/** Ends all switches of a device that leaves its vehicle, when they were last told. */
export function endSwitches(run: Run): void {
  for (const open of run.state.switches ?? []) finish(run, open, open.lastAt);
}

/** What is on at the end of a batch. */
export const openSwitches = ({ switches = [] }: TrackState): SwitchSpan[] => switches.map((open) => spanOf(open, null));

function spanOf(open: OpenSwitch, end: number | null): SwitchSpan {
  const { name, key, start, place, lastAt } = open;
  return {
    kind: 'switch',
    key,
    confirmedAt: start,
    start,
    end,
    durationS: ((end ?? lastAt) - start) / 1000,
    name,
    place,
    lastAt,
  };
}
