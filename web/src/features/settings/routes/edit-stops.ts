import { MAX_STOPS, USUAL_SERVICE_S } from '@milepost/contract/route-kinds';
import { dayWindows, type Driving, type Schedule, scheduleOf } from '@milepost/contract/route-schedule';
import type { RouteOutlet, RouteStop } from '@milepost/contract/route-stop';
import type { Coordinates } from '../../../ui/map/geodesy.ts';

/** A stop being edited; stops of plans are never skipped. */
export interface EditStop extends RouteStop {
  skipReason: string | null;
}

export const newStop = (outlet: RouteOutlet): EditStop => ({ outlet, serviceS: null, window: null, skipReason: null });

/**
 * The result of adding outlets that were chosen elsewhere: the added ones, in order, and the number of others by
 * reason.
 */
export interface ChosenStops {
  added: RouteOutlet[];
  already: number;
  /** Closed, without coordinates, or of another organisation. */
  unfit: number;
  /** Beyond the maximum number of stops. */
  over: number;
}

/**
 * @param ids of the chosen outlets
 * @param possible those of them that the route can contain
 * @param taken the ids of the outlets that are stops already
 */
export function chosenStops(
  ids: readonly number[],
  possible: readonly RouteOutlet[],
  taken: ReadonlySet<number>,
): ChosenStops {
  const byId = new Map(possible.map((outlet) => [outlet.id, outlet]));
  const others = ids.filter((id) => !taken.has(id));
  const fit = others.flatMap((id) => byId.get(id) ?? []);
  const added = fit.slice(0, Math.max(0, MAX_STOPS - taken.size));
  return {
    added,
    already: ids.length - others.length,
    unfit: others.length - fit.length,
    over: fit.length - added.length,
  };
}

/** A stop as the server's input. */
export const stopInput = ({ outlet, serviceS, window }: RouteStop) => ({ outletId: outlet.id, serviceS, window });

/** The stops with one of them moved to another index. */
export function moved<Stop>(stops: readonly Stop[], from: number, to: number): Stop[] {
  const [one] = stops.slice(from, from + 1);
  const rest = stops.toSpliced(from, 1);
  return one === undefined ? rest : rest.toSpliced(to, 0, one);
}

/** The stops in the order of these outlets; others, such as skipped ones, come last. */
export function ordered(stops: readonly EditStop[], outletIds: readonly number[]): EditStop[] {
  const place = new Map(outletIds.map((id, index) => [id, index]));
  const of = ({ outlet }: EditStop) => place.get(outlet.id) ?? outletIds.length;
  return stops.toSorted((a, b) => of(a) - of(b));
}

export interface Planned {
  startMin: number;
  begin: Coordinates | null;
  end: Coordinates | null;
  driving: Driving;
  stops: readonly EditStop[];
}

/** The planned times of a weekday, 1 Monday to 7 Sunday: seconds of the organisation's local time. */
export const timesOn = ({ startMin, begin, end, driving, stops }: Planned, weekday: number): Schedule =>
  scheduleOf({
    startS: startMin * 60,
    begin,
    end,
    driving,
    stops: stops.map((stop) => ({
      place: stop.outlet.place,
      serviceS: stop.serviceS ?? stop.outlet.serviceS ?? USUAL_SERVICE_S,
      skipped: stop.skipReason !== null,
      spans:
        dayWindows(stop.window, stop.outlet.hours, weekday)?.map(({ fromMin, toMin }) => ({
          fromS: fromMin * 60,
          toS: toMin * 60,
        })) ?? null,
    })),
  });

/** The weekdays on which a stop is outside of its opening hours, in these schedules. */
export const outsideDays = (schedules: ReadonlyMap<number, Schedule>, index: number): number[] =>
  [...schedules].flatMap(([weekday, { stops }]) => (stops[index]?.outside ? [weekday] : []));
