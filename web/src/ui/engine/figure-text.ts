import type { SpanTotals } from '@milepost/contract/timeline-routes';
import type { TFunction } from 'i18next';
import { formatDuration, formatNumber, formatSpeedAndUnit } from '../../text/format.ts';

/** A figure in words: a dash where it is not known, and why or for how much of the time it is. */
export interface FigureText {
  text: string;
  /** Null where nothing has to be said to it. */
  why: string | null;
  /** For which share of the time it is known, as "75 %", where that is not the whole. */
  part?: string;
}

export const NOT_KNOWN = '–';
/** From this share on a time counts as known: a device's first minutes are nobody's concern. */
const WHOLE = 0.95;
/** Below this share a figure says nothing of the time: a device that told of its engine once cannot tell. */
const LITTLE = 0.05;

/** For how much of the time a source told of the engine, 0 to 1. */
export const coverageOf = (knownS: number, seenS: number): number =>
  knownS <= 0 ? 0 : Math.min(1, knownS / Math.max(seenS, 1));

interface EngineTime {
  /** Idling or engine hours, seconds. */
  seconds: number;
  /** Time in which a source told whether the engine runs. */
  knownS: number;
  /** Time in trips, stops and tows, without what nobody saw. */
  seenS: number;
  /** The figure is of several vehicles. */
  many?: boolean;
  format?: (seconds: number) => string;
}

/** Idling and engine hours: an engine that nobody can see is no engine that was off. */
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

/** Driving and standing: a dash where nothing was seen at all. */
export const seenTime = (t: TFunction, seconds: number, seenS: number, format = formatDuration): FigureText =>
  seenS <= 0 ? { text: NOT_KNOWN, why: t('engine.nothing-seen') } : { text: format(seconds), why: null };

/** What was counted or measured: none of it is a dash where nothing was seen that it could be of. */
export const countOf = (t: TFunction, count: number, text: string, seenS: number): FigureText =>
  count === 0 && seenS <= 0 ? { text: NOT_KNOWN, why: t('engine.nothing-seen') } : { text, why: null };

/** Trips count where they began; with "+1" those that had begun before, of which what they drove within counts. */
export function tripsOf(
  t: TFunction,
  { trips, tripsBefore }: Pick<SpanTotals, 'trips' | 'tripsBefore'>,
  seenS: number,
): FigureText {
  if (tripsBefore === 0) return countOf(t, trips, formatNumber(trips), seenS);
  const why = t('engine.trips-before', { count: tripsBefore, number: formatNumber(tripsBefore) });
  return { text: formatNumber(trips), why, part: `+${formatNumber(tripsBefore)}` };
}

/** The highest speed; a dash where nothing drove, or the device tells no speed. */
export const mostText = (kph: number): string => (kph > 0 ? formatSpeedAndUnit(kph) : NOT_KNOWN);

/** Idling of one trip or stop, which says from what it knows of the engine. */
export const idleOfFact = (t: TFunction, fact: { idleS: number; engineSource: string }): FigureText =>
  fact.engineSource === 'movement'
    ? { text: NOT_KNOWN, why: t('engine.none') }
    : { text: formatDuration(fact.idleS), why: null };

/** "of which 20 min unseen"; null where less than a minute was. */
export const unknownTimeText = (t: TFunction, unknownS: number): string | null =>
  unknownS < 60 ? null : t('engine.of-which-unseen', { time: formatDuration(unknownS) });

/** What was seen of a range. */
export const seenOf = ({ drivingS, standingS, towS }: { drivingS: number; standingS: number; towS: number }) =>
  drivingS + standingS + towS;
