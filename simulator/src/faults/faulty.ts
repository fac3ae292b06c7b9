import { movedBy, noise } from '../noise.ts';
import type { Moves } from '../movement.ts';
import { fraction } from '../random.ts';
import type { Report } from '../report.ts';
import { Episodes } from './episodes.ts';
import { lastingFaults } from './fault.ts';
import type { Episode, FaultRates, LastingFault } from './fault.ts';

const KPH_PER_MPS = 3.6;
const KPH_PER_KNOT = 1.852;
const STUCK_COURSE = 90;
/** The stuck speed was measured this long before the halt, while braking. */
const STALE_BEFORE_MS = 4000;
/** Scatter of a jammed receiver. */
const SCATTER_M = 2500;

/** The faults of one vehicle's device and their effect on a report. */
export class Faulty {
  readonly lasting: ReadonlySet<LastingFault>;
  readonly episodes: Episodes;
  readonly #index: number;
  readonly #moves: Moves;
  /** The report that took the wrong date of each episode: the first one. */
  readonly #misdated = new WeakMap<Episode, number>();

  constructor(rates: FaultRates, seed: number, index: number, moves: Moves) {
    this.lasting = lastingFaults(rates, seed, index);
    this.episodes = new Episodes(rates, seed, index, moves);
    this.#index = index;
    this.#moves = moves;
  }

  /** Returns the state of the wire, given whether the engine runs. */
  wire(engineOn: boolean): boolean {
    return this.lasting.has('liveWire') || (engineOn && !this.lasting.has('deadWire'));
  }

  /**
   * Returns the device's report in place of a fault-free one; null: none is sent. Must be called in order of time: the
   * first report of an episode takes the wrong date.
   */
  apply(report: Report): Report | null {
    const { timeMs } = report;
    const active = this.episodes.at(timeMs);
    if (active.some(({ kind }) => kind === 'silence')) return null;
    const faulty = { ...report };
    this.#speed(faulty);
    for (const episode of active) this.#suffer(faulty, episode, timeMs);
    return faulty;
  }

  /** Returns the episodes that affected a report measured at `ms`, after `apply` was called for it. */
  hits(ms: number): Episode[] {
    return this.episodes.at(ms).filter((episode) => !isDate(episode) || this.#misdated.get(episode) === ms);
  }

  #speed(report: Report): void {
    const { state, lat, lon } = this.#moves.truthAt(report.timeMs);
    const stands = state === 'idle' || state === 'stopped';
    if (stands && this.lasting.has('staleSpeed')) {
      report.speedKph = this.#moves.truthAt(this.#moves.haltedAt(report.timeMs) - STALE_BEFORE_MS).speedKph;
    } else if (stands && this.lasting.has('ghostSpeed')) {
      report.speedKph = 5 + 35 * fraction(221, this.#index, Math.floor(report.timeMs / 1000));
      [report.lat, report.lon] = [lat, lon];
    }
    if (this.lasting.has('speedInMps')) report.speedKph /= KPH_PER_MPS;
    if (this.lasting.has('speedInKnots')) report.speedKph /= KPH_PER_KNOT;
    if (this.lasting.has('stuckCourse')) report.courseDeg = STUCK_COURSE;
  }

  #suffer(report: Report, episode: Episode, ms: number): void {
    if (episode.kind === 'powerCut') report.powerV = episode.reads === 'zero' ? 0 : null;
    else if (episode.kind === 'jamming') this.#jam(report, episode, ms);
    else if (episode.kind === 'spoofing') this.#spoof(report, episode, ms);
    else if (isDate(episode)) {
      const taken = this.#misdated.get(episode) ?? ms;
      this.#misdated.set(episode, taken);
      if (taken === ms) report.timeMs = ms + episode.shiftMs;
    }
  }

  #jam(report: Report, episode: Extract<Episode, { kind: 'jamming' }>, ms: number): void {
    if (episode.manner === 'scattered') {
      const second = Math.floor(ms / 1000);
      const off = (channel: number): number => SCATTER_M * (2 * fraction(channel, this.#index, second) - 1);
      Object.assign(report, movedBy(report, off(222), off(223)), { satellites: 4, accuracyM: 500 });
      return;
    }
    const { lat, lon, courseDeg, speedKph } = this.#moves.truthAt(episode.startMs);
    Object.assign(report, { lat, lon, courseDeg: Math.round(courseDeg) % 360 });
    if (episode.manner === 'frozen') report.speedKph = speedKph;
    else Object.assign(report, { valid: false, satellites: 0, speedKph: 0 });
  }

  #spoof(report: Report, episode: Extract<Episode, { kind: 'spoofing' }>, ms: number): void {
    const second = Math.floor(ms / 1000);
    const isSingle = episode.manner === 'single';
    const turn = isSingle ? 360 * fraction(225, this.#index, second) : 0;
    const bearing = ((episode.bearingDeg + turn) * Math.PI) / 180;
    const wander = (channel: number): number => 8 * noise(this.#index, channel, ms, 60);
    const [north, east] = [Math.cos(bearing) * episode.distanceM, Math.sin(bearing) * episode.distanceM];
    // Relative to the true location at its beginning, so that it stays there while the vehicle drives.
    const from = this.#moves.truthAt(episode.startMs);
    Object.assign(report, movedBy(from, north + wander(226), east + wander(227)));
    if (!isSingle) report.speedKph = 0;
  }
}

function isDate(episode: Episode): episode is Extract<Episode, { kind: 'pastDate' | 'futureDate' }> {
  return episode.kind === 'pastDate' || episode.kind === 'futureDate';
}
