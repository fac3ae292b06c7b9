import type { TFunction } from 'i18next';
import type { CallOutput } from '../../../api/call.ts';
import { dayOf } from '../../../text/local-day.ts';
import { formatDate, formatDayAndClock, formatDistance, formatDuration } from '../../../text/format.ts';
import { countOf, engineTime, seenOf, seenTime, tripsOf, type FigureText } from '../../../ui/engine/figure-text.ts';
import { formatPlace } from '../../../ui/map/geodesy.ts';
import type { Entry } from '../entries.ts';
import { listText } from '../../../text/list-text.ts';

/** What stands on the paper of one vehicle, below the map. */
export interface SheetPart {
  /** Where there are several: the letter before the numbers of its stops, and its registration. */
  heading: { letter: string; registration: string } | null;
  figures: readonly (readonly [label: string, value: string])[];
  rows: readonly (readonly string[])[];
}

/** What stands on the paper beside the map, in the words of the person. */
export interface TrackSheet {
  title: string;
  range: string;
  organisation: string;
  madeAt: string;
  columns: readonly string[];
  /** One for each vehicle, in the order in which they were added to the map. */
  parts: readonly SheetPart[];
  /** Stands below the table where it is empty. */
  nothing: string;
}

/** A vehicle that the paper tells of. */
export interface SheetVehicle {
  registration: string;
  entries: readonly Entry[];
  totals: CallOutput<'get-vehicle-facts'>['totals'];
}

interface Given {
  vehicles: readonly SheetVehicle[];
  organisation: string;
  madeAt: string;
  from: number;
  to: number;
}

/** Of several vehicles each has a letter, which holds on a printer without colours; one alone has none. */
export const letterOf = (index: number, count: number): string => (count > 1 ? String.fromCodePoint(65 + index) : '');

/** A figure as the screen shows it: what is known in part says of how much. */
const written = ({ text, part }: FigureText) => (part === undefined ? text : `${text} (${part})`);

/** Figures and the table of trips, stops and tows of each vehicle in a range, with the numbers of the stops that the map has. */
export function trackSheet(t: TFunction, given: Given): TrackSheet {
  const { vehicles, organisation, madeAt, from, to } = given;
  const [first, last] = [dayOf(from), dayOf(to - 1)];
  return {
    title: listText(vehicles.map(({ registration }) => registration)),
    range: first === last ? formatDate(first) : `${formatDate(first)} – ${formatDate(last)}`,
    organisation,
    madeAt,
    columns: [
      t('history.sheet.number'),
      t('history.sheet.what'),
      t('history.sheet.from'),
      t('history.sheet.to'),
      t('history.sheet.where'),
      t('history.sheet.time'),
      t('history.sum.distance'),
    ],
    parts: vehicles.map((one, index) => partOf(t, one, letterOf(index, vehicles.length))),
    nothing: t('history.sheet.nothing'),
  };
}

function partOf(t: TFunction, { registration, entries, totals }: SheetVehicle, letter: string): SheetPart {
  const seenS = seenOf(totals);
  return {
    heading: letter === '' ? null : { letter, registration },
    figures: [
      [t('history.sum.distance'), written(countOf(t, totals.distanceM, formatDistance(totals.distanceM), seenS))],
      [t('history.sum.trips'), written(tripsOf(t, totals, seenS))],
      [t('history.sum.driving'), written(seenTime(t, totals.drivingS, seenS))],
      [t('history.sum.standing'), written(seenTime(t, totals.standingS, seenS))],
      [
        t('engine.of-which-idling'),
        written(engineTime(t, { seconds: totals.idleS, knownS: totals.engineKnownS, seenS })),
      ],
      [t('history.sum.unseen'), formatDuration(totals.unseenS)],
    ],
    rows: entries.flatMap((entry) => rowOf(t, entry, letter)),
  };
}

/** A line of the table; none for an alarm, which is neither driven nor stood. */
function rowOf(t: TFunction, entry: Entry, letter: string): string[][] {
  if (entry.kind === 'alarm') return [];
  const span = [
    formatDayAndClock(entry.from),
    entry.to === null ? t('history.list.goes-on') : formatDayAndClock(entry.to),
  ];
  if (entry.kind === 'stop') {
    const { stop, number, edge } = entry;
    const time = formatDuration(edge?.within ?? stop.durationS);
    return [
      [`${letter}${number}`, t('history.sheet.stop'), ...span, stop.address ?? formatPlace(stop.place), time, ''],
    ];
  }
  const moved = entry.kind === 'trip' ? entry.trip : entry.tow;
  // No arrow: the fonts of a PDF have none.
  const way = t('history.sheet.way', {
    from: moved.startAddress ?? formatPlace(moved.startPlace),
    to: moved.endAddress ?? formatPlace(moved.endPlace),
  });
  const what = t(entry.kind === 'trip' ? 'history.sheet.trip' : 'history.list.tow');
  const distance = formatDistance(entry.edge?.within ?? moved.distanceM);
  return [['', what, ...span, way, formatDuration(moved.durationS), distance]];
}
