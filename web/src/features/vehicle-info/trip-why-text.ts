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
const told = (reason: Boundary, { engineSource }: Trip) => (reason === 'ignition' ? SWITCHED[engineSource] : reason);

/** Why the trip began and ended where it did. */
export function boundaryLines(t: TFunction, trip: Trip): WhyLine[] {
  const say = label(t);
  const { endReason } = trip;
  const goesOn = trip.end === null || endReason === null;
  return [
    {
      key: 'begin',
      text: say('began', { time: formatClock(trip.start), reason: say(`begin.${told(trip.startReason, trip)}`) }),
      rule: say('rule.begin'),
    },
    {
      key: 'end',
      text: goesOn
        ? say('goes-on')
        : say('ended', { time: formatClock(trip.end ?? ''), reason: say(`end.${told(endReason, trip)}`) }),
      rule: goesOn ? null : say('rule.end'),
    },
  ];
}

/** What of its time nobody saw, and from what its idling is known. */
export function timeLines(t: TFunction, { durationS, unseenS, engineSource }: Trip): WhyLine[] {
  const say = label(t);
  const lines: WhyLine[] = [];
  if (unseenS >= 60) {
    const text = say('unseen', { time: formatDuration(durationS), unseen: formatDuration(unseenS) });
    lines.push({ key: 'unseen', text, rule: say('rule.unseen') });
  }
  const text =
    engineSource === 'movement' ? say('engine-none') : say('engine', { source: t(`engine.source.${engineSource}`) });
  return [...lines, { key: 'engine', text, rule: null }];
}

/** A trip, or a day's trips as one. */
type Measured = Pick<Trip, 'distanceM' | 'bridgedM' | 'holes' | 'legs' | 'odometerM'>;

/** Where the distance comes from: what is in it, what was left out, and what the device's own odometer says. */
export function distanceLines(t: TFunction, trip: Measured): WhyLine[] {
  const say = label(t);
  const lines: WhyLine[] = [
    { key: 'sum', text: say('sum', { distance: formatDistance(trip.distanceM) }), rule: say('rule.sum') },
  ];
  if (trip.bridgedM > 0) {
    const text = say('bridged', {
      count: trip.holes,
      holes: formatNumber(trip.holes),
      distance: formatDistance(trip.bridgedM),
    });
    lines.push({ key: 'bridged', text, rule: say('rule.dataGap') });
  }
  for (const [reason, sums] of leftOut(trip)) {
    const { legs, distanceM } = sums;
    const text = say('left-out', {
      count: legs,
      legs: formatNumber(legs),
      distance: formatDistance(distanceM),
      reason: say(`reason.${reason}`),
    });
    lines.push({ key: reason, text, rule: say(`rule.${reason}`) });
  }
  if (trip.odometerM !== null) {
    lines.push({
      key: 'odometer',
      text: say('odometer', { distance: formatDistance(trip.odometerM) }),
      rule: say('rule.odometer'),
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
