import type { LegReason, Trip } from '@milepost/contract/fact-operations';
import type { TFunction } from 'i18next';
import type { CallOutput } from '../../api/call.ts';
import { formatClock, formatDayAndClock, formatDistance, formatDuration, formatNumber } from '../../text/format.ts';
import { edgesOf, type Edge } from '../../ui/facts/edges.ts';
import { distanceLines, type WhyLine } from './trip-why-text.ts';

type Facts = Pick<CallOutput<'get-vehicle-facts'>, 'trips' | 'tows' | 'totals'>;

interface Range {
  from: number;
  to: number;
}

const metres = ({ distanceM }: { distanceM: number }) => distanceM;

/** The distance that each trip adds to a day; for one over midnight, the part within. */
export function tripLines(t: TFunction, { trips, totals }: Facts, range: Range): WhyLine[] {
  const edges = edgesOf(trips, range, metres, totals.distanceM);
  return trips.map((trip) => {
    const edge = edges.get(trip.id);
    const values = {
      from: formatClock(trip.start),
      to: trip.end === null ? t('vehicle-page.goes-on') : formatClock(trip.end),
      distance: formatDistance(edge?.within ?? trip.distanceM),
    };
    return {
      key: `${trip.id}`,
      text: t('vehicle-page.why.day.trip', values),
      rule: edge ? edgeText(t, trip, edge) : null,
    };
  });
}

function edgeText(t: TFunction, { start, end }: Trip, { before, after }: Edge): string {
  const parts = [];
  if (before > 0) {
    const values = { time: formatDayAndClock(start), part: formatDistance(before) };
    parts.push(t('vehicle-page.why.day.began-before', values));
  }
  if (after > 0) {
    const values = { time: end === null ? '' : formatDayAndClock(end), part: formatDistance(after) };
    parts.push(t(`vehicle-page.why.day.${end === null ? 'goes-on-after' : 'ended-after'}`, values));
  }
  return parts.join(' ');
}

/** The parts of the day's distance, and what is excluded: left out, towed, unknown. */
export function dayLines(t: TFunction, facts: Facts, range: Range): WhyLine[] {
  const { trips, totals } = facts;
  const translate = (key: string, values: Record<string, unknown> = {}) => t(`vehicle-page.why.${key}`, values);
  const across = edgesOf(trips, range, metres, totals.distanceM).size > 0;
  const lines = distanceLines(t, asOne(trips, totals.distanceM));
  if (totals.towM > 0) {
    const values = { count: totals.tows, tows: formatNumber(totals.tows), distance: formatDistance(totals.towM) };
    lines.push({ key: 'tows', text: translate('day.tows', values), rule: translate('rule.ignitionOff') });
  }
  if (totals.unseenS >= 60) {
    const values = { time: formatDuration(totals.unseenS) };
    lines.push({ key: 'unknown', text: translate('day.unknown', values), rule: translate('day.unknown-rule') });
  }
  // Left-out legs are known only for whole trips.
  if (across) lines.push({ key: 'across', text: translate('day.across'), rule: null });
  return lines;
}

/** All trips as one, in the form of a single trip. */
function asOne(trips: readonly Trip[], distanceM: number) {
  const legs: Trip['legs'] = {};
  const sum = (amountOf: (trip: Trip) => number) => trips.reduce((all, trip) => all + amountOf(trip), 0);
  for (const trip of trips) {
    for (const [reason, left] of entriesOf(trip.legs)) {
      const known = legs[reason] ?? { legs: 0, distanceM: 0 };
      legs[reason] = { legs: known.legs + left.legs, distanceM: known.distanceM + left.distanceM };
    }
  }
  // An odometer that is missing for any trip says nothing about the day.
  const odometerM = trips.length > 0 && trips.every((trip) => trip.odometerM !== null);
  return {
    distanceM,
    legs,
    holes: sum(({ holes }) => holes),
    bridgedM: sum(({ bridgedM }) => bridgedM),
    odometerM: odometerM ? sum((trip) => trip.odometerM ?? 0) : null,
  };
}

const REASONS: readonly LegReason[] = ['parkedNoise', 'wildFix', 'jump', 'shortTrip', 'ignitionOff', 'dataGap'];
const entriesOf = (legs: Trip['legs']) =>
  REASONS.flatMap((reason) => {
    const left = legs[reason];
    return left ? [[reason, left] as const] : [];
  });
