import { addDays, isoWeekday } from '@milepost/contract/route-days';
import type { RouteOutlet } from '@milepost/contract/route-stop';
import type { LoadUnit } from '@milepost/contract/spread-kinds';
import type { CallInput } from '../../../../api/call.ts';

/** An outlet to serve, with its load. */
export interface Order {
  outlet: RouteOutlet;
  load: number | null;
}

/** The choices of a spread: stops, vehicles and times. */
export interface Choice {
  day: string;
  depotId: number | null;
  startMin: number;
  /** A local time: if it is earlier than the start, it belongs to the next day. */
  backMin: number;
  unit: LoadUnit;
  orders: readonly Order[];
  /** The chosen vehicles with their drivers. */
  drivers: ReadonlyMap<number, number | null>;
  /** Only for chosen vehicles that differ from the others. */
  shifts: ReadonlyMap<number, OwnShift>;
}

/** The depots and times of one vehicle; null for those of all. */
export interface OwnShift {
  beginDepotId: number | null;
  endDepotId: number | null;
  startMin: number | null;
  backMin: number | null;
}

const DAY_MIN = 1440;

/** The known depots and times of a vehicle where they differ from those of all; null if none differ. */
export function ownShift(
  { depotId, startMin }: Choice,
  known: Pick<OwnShift, 'beginDepotId' | 'endDepotId' | 'startMin'>,
): OwnShift | null {
  const own = {
    beginDepotId: known.beginDepotId === depotId ? null : known.beginDepotId,
    endDepotId: known.endDepotId === depotId ? null : known.endDepotId,
    startMin: known.startMin === startMin ? null : known.startMin,
    backMin: null,
  };
  return Object.values(own).some((value) => value !== null) ? own : null;
}

const after = (startMin: number, backMin: number) => (backMin > startMin ? backMin : backMin + DAY_MIN);

/** The depots and times of a vehicle, with those of all as the default. */
export function shiftOf({ depotId, startMin, backMin, shifts }: Choice, vehicleId: number) {
  const own = shifts.get(vehicleId);
  const start = own?.startMin ?? startMin;
  return {
    vehicleId,
    beginDepotId: own?.beginDepotId ?? depotId ?? 0,
    endDepotId: own?.endDepotId ?? depotId ?? 0,
    startMin: start,
    backMin: after(start, own?.backMin ?? backMin),
  };
}

/** The time of a spread, as the calls' input. */
export const whenOf = (choice: Choice) => ({
  day: choice.day,
  depotId: choice.depotId ?? 0,
  startMin: choice.startMin,
  backMin: after(choice.startMin, choice.backMin),
  shifts: [...choice.shifts].flatMap(([vehicleId, own]) =>
    Object.values(own).some((value) => value !== null) ? [shiftOf(choice, vehicleId)] : [],
  ),
});

/** The default if an organisation's workdays are unknown. */
const USUAL_WEEKDAYS: readonly number[] = [1, 2, 3, 4, 5, 6];

/** The next day after today on which an organisation works. */
export function nextWorkday(today: string, weekdays: readonly number[] | null): string {
  const works = weekdays ?? USUAL_WEEKDAYS;
  const week = Array.from({ length: 7 }, (_, index) => addDays(today, index + 1));
  return week.find((day) => works.includes(isoWeekday(day))) ?? addDays(today, 1);
}

/** The common input of all calls of a spread. */
export const spreadInput = (choice: Choice): Omit<CallInput<'propose-spread'>, 'vehicleIds'> => ({
  ...whenOf(choice),
  unit: choice.unit,
  stops: choice.orders.map(({ outlet, load }) => ({ outletId: outlet.id, load: load ?? 0 })),
});

/** Distinguishes vehicles on the map, by the index of the vehicle in the list. */
const COLOURS = ['#2563d9', '#d9480f', '#2b8a3e', '#9c36b5', '#c2255c', '#0b7285', '#a16207', '#5f3dc4'] as const;
export const colourOf = (index: number): string => COLOURS[index % COLOURS.length] ?? COLOURS[0];
