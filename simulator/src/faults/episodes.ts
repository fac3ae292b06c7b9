import { DAY_MS, dayStart, localDay } from '../local-time.ts';
import type { Moves } from '../movement.ts';
import { between, pick, randomFrom } from '../random.ts';
import type { Random } from '../random.ts';
import { PASSING } from './fault.ts';
import type { Episode, FaultRates, PassingFault, Where } from './fault.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * DAY_MS;
/** The longest silence and the longest shift: an episode of one day may last up to this many days. */
const REACH_DAYS = 4;
/** A shorter stop counts as a rest within the trip. */
const PARKED_MS = 20 * MINUTE_MS;
/** The time in which the wrongly dated report is searched for. */
const SINGLE_MS = 15 * MINUTE_MS;

/** The faults of one vehicle over time: a pure function of seed, vehicle and day, computed on demand. */
export class Episodes {
  readonly #rates: FaultRates;
  readonly #seed: number;
  readonly #index: number;
  readonly #moves: Moves;
  readonly #days = new Map<number, readonly Episode[]>();
  #near: { today: number; episodes: readonly Episode[] } | null = null;

  constructor(rates: FaultRates, seed: number, index: number, moves: Moves) {
    this.#rates = rates;
    this.#seed = seed;
    this.#index = index;
    this.#moves = moves;
  }

  /** Returns the episodes ongoing at a moment. */
  at(ms: number): Episode[] {
    const today = localDay(ms);
    if (this.#near?.today !== today) {
      this.#near = { today, episodes: this.within(dayStart(today), dayStart(today + 1)) };
    }
    return this.#near.episodes.filter(({ startMs, endMs }) => ms >= startMs && ms < endMs);
  }

  /** Returns the episodes that overlap a span, by start. */
  within(fromMs: number, toMs: number): Episode[] {
    const found: Episode[] = [];
    for (let day = localDay(fromMs) - REACH_DAYS; day <= localDay(toMs); day += 1) {
      found.push(...this.#of(day).filter(({ startMs, endMs }) => startMs < toMs && endMs > fromMs));
    }
    return found.toSorted((a, b) => a.startMs - b.startMs);
  }

  #of(day: number): readonly Episode[] {
    const known = this.#days.get(day);
    if (known) return known;
    const episodes = PASSING.flatMap((kind, k) => {
      const rate = this.#rates[kind] ?? 0;
      if (rate <= 0) return [];
      const random = randomFrom(210 + k, this.#seed, this.#index, day);
      return Array.from({ length: Math.floor(rate + random()) }, () => this.#place(kind, day, random));
    });
    this.#days.set(day, episodes);
    return episodes;
  }

  #place(kind: PassingFault, day: number, random: Random): Episode {
    const { where, startMs } = this.#begin(day, random);
    const episode = episodeOf(kind, random);
    return { ...episode.what, where, startMs, endMs: startMs + Math.round(episode.lengthMs) };
  }

  /** Returns a moment in the shift that begins on the day or in the hours after it. */
  #begin(day: number, random: Random): { where: Where; startMs: number } {
    const { trips, stops } = this.#moves.dayTruth(day);
    const where = pick(random, ['driving', 'resting', 'parked'] as const);
    const part = random();
    const last = stops.at(-1);
    if (!last) return { where: 'parked', startMs: wholeSecond(dayStart(day) + part * DAY_MS) };
    if (where === 'driving') {
      const { startMs, endMs } = pick(random, trips);
      return { where, startMs: wholeSecond(startMs + part * (endMs - startMs)) };
    }
    const halts = stops.slice(1, -1);
    const long = halts.filter(({ startMs, endMs }) => endMs - startMs >= PARKED_MS);
    if (where === 'parked') {
      // Half of them after the shift, when the vehicle stands for hours.
      const stop =
        long.length > 0 && random() < 0.5 ? pick(random, long) : { ...last, endMs: last.startMs + 8 * HOUR_MS };
      return { where, startMs: wholeSecond(stop.startMs + part * (stop.endMs - stop.startMs)) };
    }
    const short = halts.filter(({ startMs, endMs }) => endMs - startMs < PARKED_MS);
    const idle = short.filter(({ engineOff }) => !engineOff);
    const stop =
      idle.length > 0 && random() < 0.6 ? pick(random, idle) : pick(random, short.length > 0 ? short : stops);
    return { where, startMs: wholeSecond(stop.startMs + 20_000 + part * 40_000) };
  }
}

/** Rounds to a whole second, as reports have. */
function wholeSecond(ms: number): number {
  return Math.ceil(ms / 1000) * 1000;
}

type What<E = Episode> = E extends Episode ? Omit<E, 'startMs' | 'endMs' | 'where'> : never;

function episodeOf(kind: PassingFault, random: Random): { what: What; lengthMs: number } {
  switch (kind) {
    case 'powerCut': {
      return {
        what: { kind, reads: random() < 0.5 ? 'zero' : 'nothing' },
        lengthMs: (5 + 235 * random() ** 2) * MINUTE_MS,
      };
    }
    case 'jamming': {
      const manner = pick(random, ['noFix', 'scattered', 'frozen'] as const);
      return { what: { kind, manner }, lengthMs: (2 + 18 * random()) * MINUTE_MS };
    }
    case 'spoofing': {
      const manner = pick(random, ['single', 'stays'] as const);
      const lengthMs = manner === 'single' ? 35_000 + 60_000 * random() : (2 + 10 * random()) * MINUTE_MS;
      const to = { bearingDeg: 360 * random(), distanceM: 150_000 + 750_000 * random() };
      return { what: { kind, manner, ...to }, lengthMs };
    }
    case 'pastDate': {
      const back = pick(random, [1024 * WEEK_MS, 2048 * WEEK_MS, between(random, 90, 110) * DAY_MS]);
      return { what: { kind, shiftMs: -back }, lengthMs: SINGLE_MS };
    }
    case 'futureDate': {
      return { what: { kind, shiftMs: Math.round((1 + 399 * random()) * DAY_MS) }, lengthMs: SINGLE_MS };
    }
    case 'silence': {
      return { what: { kind }, lengthMs: silenceMs(random) };
    }
  }
}

function silenceMs(random: Random): number {
  const part = random();
  if (part < 0.6) return (6 + 39 * random()) * MINUTE_MS;
  return part < 0.94 ? (1 + 7 * random()) * HOUR_MS : (26 + 34 * random()) * HOUR_MS;
}
