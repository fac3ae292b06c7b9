import type { Boundary, EngineSource, LegReason, Trip } from '@milepost/contract/fact-routes';
import type { TFunction } from 'i18next';
import { formatClock, formatDistance, formatDuration, formatNumber } from '../../text/format.ts';

export interface WhyLine {
  key: string;
  text: string;
  /** The rule behind it. */
  rule: string | null;
}

const label =
  (t: TFunction) =>
  (key: string, values: Record<string, unknown> = {}) =>
    t(`vehicle-page.why.${key}`, values);

/** The engine, and not a key, is what was switched where another source than the wire told it. */
const SWITCHED: Record<EngineSource, string> = {
  wire: 'ignition',
  voltage: 'voltage',
  engineRpm: 'engineRpm',
  movement: 'engine',
};
const reasonShown = (reason: Boundary, { engineSource }: Trip) =>
  reason === 'ignition' ? SWITCHED[engineSource] : reason;

/** Why the trip began and ended where it did. */
export function boundaryLines(t: TFunction, trip: Trip): WhyLine[] {
  const translate = label(t);
  const { endReason } = trip;
  const goesOn = trip.end === null || endReason === null;
  return [
    {
      key: 'begin',
      text: translate('began', {
        time: formatClock(trip.start),
        reason: translate(`begin.${reasonShown(trip.startReason, trip)}`),
      }),
      rule: translate('rule.begin'),
    },
    {
      key: 'end',
      text: goesOn
        ? translate('goes-on')
        : translate('ended', {
            time: formatClock(trip.end ?? ''),
            reason: translate(`end.${reasonShown(endReason, trip)}`),
          }),
      rule: goesOn ? null : translate('rule.end'),
    },
  ];
}

/** What of its time nobody saw, and from what its idling is known. */
export function timeLines(t: TFunction, { durationS, unseenS, engineSource }: Trip): WhyLine[] {
  const translate = label(t);
  const lines: WhyLine[] = [];
  if (unseenS >= 60) {
    const text = translate('unseen', { time: formatDuration(durationS), unseen: formatDuration(unseenS) });
    lines.push({ key: 'unseen', text, rule: translate('rule.unseen') });
  }
  const text =
    engineSource === 'movement'
      ? translate('engine-none')
      : translate('engine', { source: t(`engine.source.${engineSource}`) });
  return [...lines, { key: 'engine', text, rule: null }];
}

/** A trip, or a day's trips as one. */
type Measured = Pick<Trip, 'distanceM' | 'bridgedM' | 'holes' | 'legs' | 'odometerM'>;

/** Where the distance comes from: what is in it, what was left out, and what the device's own odometer says. */
export function distanceLines(t: TFunction, trip: Measured): WhyLine[] {
  const translate = label(t);
  const lines: WhyLine[] = [
    { key: 'sum', text: translate('sum', { distance: formatDistance(trip.distanceM) }), rule: translate('rule.sum') },
  ];
  if (trip.bridgedM > 0) {
    const text = translate('bridged', {
      count: trip.holes,
      holes: formatNumber(trip.holes),
      distance: formatDistance(trip.bridgedM),
    });
    lines.push({ key: 'bridged', text, rule: translate('rule.dataGap') });
  }
  for (const [reason, sums] of leftOut(trip)) {
    const { legs, distanceM } = sums;
    const text = translate('left-out', {
      count: legs,
      legs: formatNumber(legs),
      distance: formatDistance(distanceM),
      reason: translate(`reason.${reason}`),
    });
    lines.push({ key: reason, text, rule: translate(`rule.${reason}`) });
  }
  if (trip.odometerM !== null) {
    lines.push({
      key: 'odometer',
      text: translate('odometer', { distance: formatDistance(trip.odometerM) }),
      rule: translate('rule.odometer'),
    });
  }
  return lines;
}

type Sums = { legs: number; distanceM: number };

/** Legs that count nothing, by reason, the longest way first. Holes are in the distance, so they are not among them. */
function leftOut(trip: Measured): [LegReason, Sums][] {
  const sums: [LegReason, Sums][] = [];
  for (const reason of ['parkedNoise', 'wildFix', 'jump', 'shortTrip', 'ignitionOff'] as const) {
    const found = trip.legs[reason];
    if (found && found.legs > 0) sums.push([reason, found]);
  }
  return sums.toSorted(([, a], [, b]) => b.distanceM - a.distanceM);
}

/** When each hole and each leg that was left out was, where it is told. */
export const noteLines = (t: TFunction, trip: Trip): WhyLine[] =>
  trip.notes.map(({ reason, from, to, distanceM }, index) => ({
    key: `${index}`,
    text: label(t)('note', {
      from: formatClock(from),
      to: formatClock(to),
      lasting: formatDuration((Date.parse(to) - Date.parse(from)) / 1000),
      reason: label(t)(`reason.${reason}`),
      distance: formatDistance(distanceM),
    }),
    rule: null,
  }));
