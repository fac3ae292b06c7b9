import type { TFunction } from 'i18next';
import { formatDuration, formatNumber } from '../../text/format.ts';

/** A figure in words: a dash where it is not known, and why or for how much of the time it is. */
export interface Told {
  text: string;
  /** Null where nothing has to be said to it. */
  why: string | null;
}

export const NOT_KNOWN = '–';
/** From this share on a time counts as known: a device's first minutes are nobody's concern. */
const WHOLE = 0.95;

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
export function engineTime(t: TFunction, given: EngineTime): Told {
  const { seconds, knownS, seenS, many = false, format = formatDuration } = given;
  if (knownS <= 0) {
    return {
      text: NOT_KNOWN,
      why: t(seenS <= 0 ? 'engine.nothing-seen' : many ? 'engine.none-of-many' : 'engine.none'),
    };
  }
  const share = coverageOf(knownS, seenS);
  return {
    text: format(seconds),
    why: share >= WHOLE ? null : t('engine.part', { percent: `${formatNumber(Math.floor(share * 100))} %` }),
  };
}

/** Driving and standing: a dash where nothing was seen at all. */
export const seenTime = (t: TFunction, seconds: number, seenS: number, format = formatDuration): Told =>
  seenS <= 0 ? { text: NOT_KNOWN, why: t('engine.nothing-seen') } : { text: format(seconds), why: null };

/** Idling of one trip or stop, which says from what it knows of the engine. */
export const idleOfFact = (t: TFunction, fact: { idleS: number; engineSource: string }): Told =>
  fact.engineSource === 'movement'
    ? { text: NOT_KNOWN, why: t('engine.none') }
    : { text: formatDuration(fact.idleS), why: null };

/** "of which 20 min unseen"; null where less than a minute was. */
export const unseenText = (t: TFunction, unseenS: number): string | null =>
  unseenS < 60 ? null : t('engine.of-which-unseen', { time: formatDuration(unseenS) });

/** What was seen of a range. */
export const seenOf = ({ drivingS, standingS, towS }: { drivingS: number; standingS: number; towS: number }) =>
  drivingS + standingS + towS;
