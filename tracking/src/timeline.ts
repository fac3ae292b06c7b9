import { sortReports, isSame, planBatch, applyLateReports } from './apply-batch.ts';
import { unconfirmedCut } from './cut-wire.ts';
import { endInstallation } from './end-installation.ts';
import type { Fact } from './fact.ts';
import { type AnyReport, timeOf } from './report.ts';
import type { TrackingContext } from './settings.ts';
import { newState, type TrackState } from './track-state.ts';

/**
 * Tracks one device with everything in memory: the smallest form of a store. Tests use it as the reference for the
 * server, to compare every order of arrival. It stores states as text, as a database does.
 */
export class Timeline {
  readonly facts = new Map<string, Fact>();
  readonly #context: TrackingContext;
  #reports: AnyReport[] = [];
  #state: string = JSON.stringify(newState());
  #ended = false;
  #checkpoints: { time: number; state: string }[] = [];

  constructor(context: TrackingContext) {
    this.#context = context;
  }

  /** Takes in a batch: in any order, with repetitions, of any age. */
  receive(batch: readonly AnyReport[]): void {
    const fresh = sortReports(batch).filter((report) => !this.#reports.some((known) => isSame(known, report)));
    if (fresh.length === 0) return;
    this.#reports = sortReports([...this.#reports, ...fresh]);
    const state: TrackState = JSON.parse(this.#state);
    const plan = planBatch(state, fresh);
    if (plan.kind === 'append') this.#take(state, plan.reports);
    else this.#recompute(plan.lateAt);
  }

  /** Ends the installation and with it all open facts. Earlier reports may still arrive. */
  end(): void {
    this.#ended = true;
    this.#take(JSON.parse(this.#state), []);
  }

  /** Returns the facts, in an order that does not depend on their history. */
  sortedFacts(): Fact[] {
    return [...this.facts.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
  }

  #recompute(lateAt: number): void {
    this.#checkpoints = this.#checkpoints.filter(({ time }) => time < lateAt);
    const from = this.#checkpoints.at(-1);
    const since = from?.time ?? -Infinity;
    for (const [key, fact] of this.facts) if (fact.confirmedAt > since) this.facts.delete(key);
    const repeated = this.#reports.filter((report) => timeOf(report) > since);
    const state: TrackState = from ? JSON.parse(from.state) : newState();
    this.#take(state, repeated);
  }

  #take(from: TrackState, reports: readonly AnyReport[]): void {
    const { state: taken, facts, checkpoints } = applyLateReports(from, reports, this.#context);
    const ended = this.#ended ? endInstallation(taken, this.#context) : { state: taken, facts: [] };
    for (const fact of [...facts, ...ended.facts]) this.facts.set(fact.key, fact);
    for (const checkpoint of checkpoints)
      this.#checkpoints.push({ time: checkpoint.time ?? 0, state: JSON.stringify(checkpoint) });
    this.#state = JSON.stringify(ended.state);
    const cut = unconfirmedCut(taken);
    if (cut) this.#recompute(cut.from);
  }
}
