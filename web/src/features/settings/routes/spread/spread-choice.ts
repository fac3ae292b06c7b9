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
}

const DAY_MIN = 1440;

/** The time of a spread, as calls take it. */
export const whenOf = ({ day, depotId, startMin, backMin }: Choice) => ({
  day,
  depotId: depotId ?? 0,
  startMin,
  backMin: backMin > startMin ? backMin : backMin + DAY_MIN,
});

/** What all calls of a spread take. */
export const spreadInput = (choice: Choice): Omit<CallInput<'propose-spread'>, 'vehicleIds'> => ({
  ...whenOf(choice),
  unit: choice.unit,
  stops: choice.orders.map(({ outlet, load }) => ({ outletId: outlet.id, load: load ?? 0 })),
});

/** Told apart on the map, by the place of the vehicle in the list. */
const COLOURS = ['#2563d9', '#d9480f', '#2b8a3e', '#9c36b5', '#c2255c', '#0b7285', '#a16207', '#5f3dc4'] as const;
export const colourOf = (index: number): string => COLOURS[index % COLOURS.length] ?? COLOURS[0];
