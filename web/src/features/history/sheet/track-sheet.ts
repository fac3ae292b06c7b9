import type { TFunction } from 'i18next';
import type { CallOutput } from '../../../api/call.ts';
import { dayOf } from '../../../text/local-day.ts';
import { formatDate, formatDayAndClock, formatDistance, formatDuration } from '../../../text/format.ts';
import {
  countOf,
  engineTime,
  knownSecondsOf,
  knownTimeText,
  tripsOf,
  type FigureText,
} from '../../../ui/engine/figure-text.ts';
import { formatPlace } from '../../../ui/map/geodesy.ts';
import type { Entry } from '../entries.ts';
import { listText } from '../../../text/list-text.ts';

/** The part of one vehicle below the map. */
export interface SheetPart {
  /** With several vehicles: the letter before the numbers of its stops, and its registration. */
  heading: { letter: string; registration: string } | null;
  figures: readonly (readonly [label: string, value: string])[];
  rows: readonly (readonly string[])[];
}

/** The texts of the sheet beside the map, in the person's language. */
export interface TrackSheet {
  title: string;
  range: string;
  organisation: string;
  madeAt: string;
  columns: readonly string[];
  /** One for each vehicle, in the order in which they were added to the map. */
  parts: readonly SheetPart[];
  /** Shown below the table if it is empty. */
  nothing: string;
}

/** A vehicle of the sheet. */
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

/** With several vehicles each has a letter, legible on a monochrome printer; a single one has none. */
export const letterOf = (index: number, count: number): string => (count > 1 ? String.fromCodePoint(65 + index) : '');

/** A figure as on the screen, with the known share if it is known in part. */
const written = ({ text, part }: FigureText) => (part === undefined ? text : `${text} (${part})`);

/**
 * The figures and the table of trips, stops and tows of each vehicle in a range, with the same stop numbers as on the
 * map.
 */
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
  const seenS = knownSecondsOf(totals);
  return {
    heading: letter === '' ? null : { letter, registration },
    figures: [
      [t('history.sum.distance'), written(countOf(t, totals.distanceM, formatDistance(totals.distanceM), seenS))],
      [t('history.sum.trips'), written(tripsOf(t, totals, seenS))],
      [t('history.sum.driving'), written(knownTimeText(t, totals.drivingS, seenS))],
      [t('history.sum.standing'), written(knownTimeText(t, totals.standingS, seenS))],
      [
        t('engine.of-which-idling'),
        written(engineTime(t, { seconds: totals.idleS, knownS: totals.engineKnownS, seenS })),
      ],
      [t('history.sum.unseen'), formatDuration(totals.unseenS)],
    ],
    rows: entries.flatMap((entry) => rowOf(t, entry, letter)),
  };
}

/** A line of the table; null for an alarm, which is neither a trip nor a stop. */
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
  // No arrow: the built-in fonts of PDF have none.
  const way = t('history.sheet.way', {
    from: moved.startAddress ?? formatPlace(moved.startPlace),
    to: moved.endAddress ?? formatPlace(moved.endPlace),
  });
  const what = t(entry.kind === 'trip' ? 'history.sheet.trip' : 'history.list.tow');
  const distance = formatDistance(entry.edge?.within ?? moved.distanceM);
  return [['', what, ...span, way, formatDuration(moved.durationS), distance]];
}
