import type { Attributes } from '@milepost/protocols/types';
import { dayAt } from '../days.ts';
import type { FuelChange } from '../fact.ts';
import type { Coordinates } from '../geo.ts';
import type { Run } from '../run.ts';
import type { Sensor } from '../sensors/sensor.ts';
import { sensorValue } from '../sensors/smoothing.ts';
import type { TrackState } from '../track-state.ts';
import type { FuelChangeFound } from './across-rest.ts';
import { toFuelChange } from './rest-levels.ts';
import { newTank, type OpenTank } from './tank-state.ts';
import { evenLevel, leaveRest, watchTank } from './watch-tank.ts';

/** A sensor without a reading for this long is forgotten: later levels are unrelated. */
const FORGET_MS = 7 * 86_400_000;

/** Follows the vehicle's fuel level sensors: fills, and drops that no engine can have caused. */
export function watchFuel(run: Run, attributes: Attributes): void {
  const { state, context, now } = run;
  if (!context.sensors && !state.tanks) return;
  for (const tank of state.tanks ?? []) {
    const isThere = context.sensors?.some(({ id }) => id === tank.sensorId);
    if (!isThere || (tank.last && now - tank.last[0] > FORGET_MS)) forget(run, tank);
  }
  for (const sensor of context.sensors ?? []) if (sensor.kind === 'fuelLevel') watchSensor(run, sensor, attributes);
}

function watchSensor(run: Run, sensor: Sensor, attributes: Attributes): void {
  const { state, context, now } = run;
  const value = sensorValue(run, sensor, attributes);
  const capacityL = sensor.capacityL(now, context.tankL ?? null);
  if (typeof value !== 'number' || capacityL === null) return;
  const definition = sensor.definition(now);
  let tank = state.tanks?.find(({ sensorId }) => sensorId === sensor.id);
  if (tank && tank.definition !== definition) tank = forget(run, tank);
  if (!tank) {
    tank = newTank(sensor.id, definition);
    state.tanks = [...(state.tanks ?? []), tank];
  }
  const { rest } = state;
  const reading = {
    at: now,
    litres: Math.min(value, capacityL),
    hash: state.hash,
    halt: rest?.halt.time ?? null,
    engineOn: state.engine.on,
    travelledM: state.travelledM,
    capacityL,
  };
  for (const one of watchTank(tank, reading)) run.facts.push(factOf(tank.sensorId, one, tank.place));
  countUsed(run, tank, evenLevel(tank, reading));
  if (rest)
    tank.place = rest.haltedAt ? { lat: rest.haltedAt.lat, lon: rest.haltedAt.lon } : { lat: rest.lat, lon: rest.lon };
}

/** Adds the consumption since the previous reading to the day. */
function countUsed({ state, context, now }: Run, tank: OpenTank, level: number | null): void {
  if (level === null) return;
  const day = dayAt(state, context, now);
  day.fuelNetL = (day.fuelNetL ?? 0) + (tank.evenL ?? level) - level;
  tank.evenL = level;
}

/** Ends and drops the state of a tank. */
function forget({ state, facts }: Run, tank: OpenTank): undefined {
  facts.push(...endOf(tank));
  state.tanks = state.tanks?.filter((one) => one !== tank) ?? [];
}

const endOf = ({ sensorId, rest, place }: OpenTank): FuelChange[] =>
  rest ? leaveRest(rest, [], 0).map((one) => factOf(sensorId, one, place)) : [];

/** Ends all changes of a device that leaves its vehicle. */
export function endTanks({ state, facts }: Run): void {
  for (const tank of state.tanks ?? []) facts.push(...endOf(tank));
  state.tanks = undefined;
}

/** Returns the changes still ongoing at the end of a batch. */
export const openTanks = ({ tanks = [] }: TrackState): FuelChange[] =>
  tanks.flatMap(({ sensorId, rest, place }) =>
    rest?.change ? [factOf(sensorId, toFuelChange(rest.change, null), place)] : [],
  );

/** Litres are recorded to a tenth: no sensor is more accurate. */
const tenth = (litres: number): number => Math.round(litres * 10) / 10;

function factOf(sensorId: number, { end, ...change }: FuelChangeFound, place: Coordinates | null): FuelChange {
  const durationS = Math.max(0, (end ?? change.confirmedAt) - change.start) / 1000;
  const { litres, beforeL, afterL } = change;
  const written = { litres: tenth(litres), beforeL: tenth(beforeL), afterL: tenth(afterL) };
  return { kind: 'fuel', sensorId, ...change, ...written, end, durationS, place };
}
