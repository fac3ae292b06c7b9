import type { Boundary, EngineSource, LegReason, Trip } from '@milepost/contract/fact-operations';
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

/** The text for switching the engine rather than a key, if another source than the wire reported it. */
const SWITCHED: Record<EngineSource, string> = {
  wire: 'ignition',
  voltage: 'voltage',
  engineRpm: 'engineRpm',
  movement: 'engine',
};
const reasonShown = (reason: Boundary, { engineSource }: Trip) =>
  reason === 'ignition' ? SWITCHED[engineSource] : reason;

/** The reasons for a trip's begin and end. */
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

/** The unknown part of its time, and the source of its idling. */
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

/** The parts of the distance: what it includes, the legs left out, and the device's own odometer. */
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

/**
 * The legs that do not count, by reason, the longest distance first. Gaps are part of the distance, so they are not
 * included.
 */
function leftOut(trip: Measured): [LegReason, Sums][] {
  const sums: [LegReason, Sums][] = [];
  for (const reason of ['parkedNoise', 'wildFix', 'jump', 'shortTrip', 'ignitionOff'] as const) {
    const found = trip.legs[reason];
    if (found && found.legs > 0) sums.push([reason, found]);
  }
  return sums.toSorted(([, a], [, b]) => b.distanceM - a.distanceM);
}

/** The time of each gap and of each leg left out, if it is stored. */
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
