import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { renamedCounter } from '../status/gauges.ts';

export interface FactsMetrics {
  written(kind: string, count: number): void;
  /** Records that an installation was recomputed, in seconds. */
  recomputed(seconds: number): void;
  /** Installations waiting for recomputation. */
  late(waiting: number): void;
  /** Tracking failed for one installation; its reports are stored. */
  failed(): void;
  states(inMemory: number): void;
  /** Counts reports that would cause more facts than the limit. */
  crowded(reports: number): void;
}

export function createFactsMetrics(registry: Registry): FactsMetrics {
  const registers = [registry];
  const countFacts = renamedCounter('milepost_facts_told_total', {
    name: 'milepost_facts_written_total',
    help: 'Facts written with their positions, by kind; writing one again counts again.',
    labelNames: ['kind'],
    registers,
  });
  const recomputations = new Histogram({
    name: 'milepost_recompute_seconds',
    help: 'Time to recompute the facts of an installation.',
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120],
    registers,
  });
  const waiting = new Gauge({
    name: 'milepost_recompute_waiting',
    help: 'Installations that wait for the recomputation of their facts.',
    registers,
  });
  const faults = new Counter({
    name: 'milepost_tracking_faults_total',
    help: 'Failures of tracking; the positions are stored.',
    registers,
  });
  const crowded = new Counter({
    name: 'milepost_crowded_reports_total',
    help: 'Reports at which a vehicle entered more geofences, or raised more alarms, than are written.',
    registers,
  });
  const states = new Gauge({ name: 'milepost_tracking_states', help: 'Tracking states in memory.', registers });
  return {
    written: (kind, count) => countFacts({ kind }, count),
    recomputed: (seconds) => recomputations.observe(seconds),
    late: (count) => waiting.set(count),
    failed: () => faults.inc(),
    states: (count) => states.set(count),
    crowded: (reports) => crowded.inc(reports),
  };
}
