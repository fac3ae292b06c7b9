import type { SpanTotals } from '@milepost/contract/timeline-operations';
import type { TFunction } from 'i18next';
import { formatDuration, formatNumber, formatSpeedAndUnit } from '../../text/format.ts';

/** A figure as text: a dash if it is unknown, with the reason, or with the share of the time for which it is known. */
export interface FigureText {
  text: string;
  /** Null if no remark is needed. */
  why: string | null;
  /** The share of the time for which it is known, as "75 %", if that is not the whole. */
  part?: string;
}

export const NOT_KNOWN = '–';
/** From this share on, the whole time counts as known: a device's first minutes do not matter. */
const WHOLE = 0.95;
/** Below this share a figure is meaningless: a device that reported its engine only once is not enough. */
const LITTLE = 0.05;

/** The share of the time for which a source reported the engine, 0 to 1. */
export const coverageOf = (knownS: number, seenS: number): number =>
  knownS <= 0 ? 0 : Math.min(1, knownS / Math.max(seenS, 1));

interface EngineTime {
  /** Idling or engine hours, seconds. */
  seconds: number;
  /** The time for which a source reported whether the engine runs. */
  knownS: number;
  /** The time in trips, stops and tows, without unknown time. */
  seenS: number;
  /** True if the figure is a sum over several vehicles. */
  many?: boolean;
  format?: (seconds: number) => string;
}

/** Idling and engine hours: an engine of unknown state does not count as off. */
export function engineTime(t: TFunction, given: EngineTime): FigureText {
  const { seconds, knownS, seenS, many = false, format = formatDuration } = given;
  if (knownS <= 0) {
    return {
      text: NOT_KNOWN,
      why: t(seenS <= 0 ? 'engine.nothing-seen' : many ? 'engine.none-of-many' : 'engine.none'),
    };
  }
  const share = coverageOf(knownS, seenS);
  if (share >= WHOLE) return { text: format(seconds), why: null };
  const part = `${formatNumber(Math.floor(share * 100))} %`;
  const why = t('engine.part', { percent: part });
  return share < LITTLE ? { text: NOT_KNOWN, why } : { text: format(seconds), why, part };
}

/** Driving and standing time: a dash if there was no data at all. */
export const knownTimeText = (t: TFunction, seconds: number, seenS: number, format = formatDuration): FigureText =>
  seenS <= 0 ? { text: NOT_KNOWN, why: t('engine.nothing-seen') } : { text: format(seconds), why: null };

/** A count or measurement: zero is a dash if there was no data to count from. */
export const countOf = (t: TFunction, count: number, text: string, seenS: number): FigureText =>
  count === 0 && seenS <= 0 ? { text: NOT_KNOWN, why: t('engine.nothing-seen') } : { text, why: null };

/**
 * Trips count where they began; "+1" are those that had begun before, of which only the part within the range counts.
 */
export function tripsOf(
  t: TFunction,
  { trips, tripsBefore }: Pick<SpanTotals, 'trips' | 'tripsBefore'>,
  seenS: number,
): FigureText {
  if (tripsBefore === 0) return countOf(t, trips, formatNumber(trips), seenS);
  const why = t('engine.trips-before', { count: tripsBefore, number: formatNumber(tripsBefore) });
  return { text: formatNumber(trips), why, part: `+${formatNumber(tripsBefore)}` };
}

/** The highest speed; a dash if nothing moved, or the device reports no speed. */
export const maxSpeedText = (kph: number): string => (kph > 0 ? formatSpeedAndUnit(kph) : NOT_KNOWN);

/** The idling of one trip or stop, which has its own engine source. */
export const idleOfFact = (t: TFunction, fact: { idleS: number; engineSource: string }): FigureText =>
  fact.engineSource === 'movement'
    ? { text: NOT_KNOWN, why: t('engine.none') }
    : { text: formatDuration(fact.idleS), why: null };

/** "of which 20 min unseen"; null if less than a minute is unknown. */
export const unknownTimeText = (t: TFunction, unknownS: number): string | null =>
  unknownS < 60 ? null : t('engine.of-which-unseen', { time: formatDuration(unknownS) });

/** The known time of a range. */
export const knownSecondsOf = ({ drivingS, standingS, towS }: { drivingS: number; standingS: number; towS: number }) =>
  drivingS + standingS + towS;
