import { addDays, isoWeekday } from '@milepost/contract/route-days';
import type { RouteOutlet } from '@milepost/contract/route-stop';
import type { LoadUnit } from '@milepost/contract/spread-kinds';
import type { CallInput } from '../../../../api/call.ts';

/** An outlet that is to be served, with what the vehicle takes along for it. */
export interface Order {
  outlet: RouteOutlet;
  load: number | null;
}

/** What is to be spread over what, and when. */
export interface Choice {
  day: string;
  depotId: number | null;
  startMin: number;
  /** As the clock shows it: earlier than the start, it is of the next day. */
  backMin: number;
  unit: LoadUnit;
  orders: readonly Order[];
  /** The chosen vehicles with their drivers. */
  drivers: ReadonlyMap<number, number | null>;
  /** Of chosen vehicles that do not work as the others do. */
  shifts: ReadonlyMap<number, OwnShift>;
}

/** Where and when one vehicle works; null: as the others. */
export interface OwnShift {
  beginDepotId: number | null;
  endDepotId: number | null;
  startMin: number | null;
  backMin: number | null;
}

const DAY_MIN = 1440;

/** What is known of where a vehicle works, as far as it is not as the others; null: it works as they do. */
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

/** Where and when a vehicle works, with what is chosen for all where it has nothing of its own. */
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

/** The time of a spread, as calls take it. */
export const whenOf = (choice: Choice) => ({
  day: choice.day,
  depotId: choice.depotId ?? 0,
  startMin: choice.startMin,
  backMin: after(choice.startMin, choice.backMin),
  shifts: [...choice.shifts].flatMap(([vehicleId, own]) =>
    Object.values(own).some((value) => value !== null) ? [shiftOf(choice, vehicleId)] : [],
  ),
});

/** Where nothing is known of an organisation's week. */
const USUAL_WEEKDAYS: readonly number[] = [1, 2, 3, 4, 5, 6];

/** The next day after today on which an organisation works. */
export function nextWorkday(today: string, weekdays: readonly number[] | null): string {
  const works = weekdays ?? USUAL_WEEKDAYS;
  const week = Array.from({ length: 7 }, (_, index) => addDays(today, index + 1));
  return week.find((day) => works.includes(isoWeekday(day))) ?? addDays(today, 1);
}

/** What all calls of a spread take. */
export const spreadInput = (choice: Choice): Omit<CallInput<'propose-spread'>, 'vehicleIds'> => ({
  ...whenOf(choice),
  unit: choice.unit,
  stops: choice.orders.map(({ outlet, load }) => ({ outletId: outlet.id, load: load ?? 0 })),
});

/** Told apart on the map, by the place of the vehicle in the list. */
const COLOURS = ['#2563d9', '#d9480f', '#2b8a3e', '#9c36b5', '#c2255c', '#0b7285', '#a16207', '#5f3dc4'] as const;
export const colourOf = (index: number): string => COLOURS[index % COLOURS.length] ?? COLOURS[0];
