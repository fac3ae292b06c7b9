import type { TrackingContext } from '@milepost/tracking/settings';
import type { Queryable } from '../store/database.ts';
import { compareFacts, type FactDifferences } from '../store/facts/compare-facts.ts';
import { type Installation, listInstallations } from '../store/fleet/installations.ts';
import { latestOfEach, readFactsOver, withoutOlder } from '../store/facts/facts-over-floor.ts';
import { readClearedByHand } from '../store/facts/tracking-states.ts';
import { DamagedDay } from '../store/tracks/packed-days.ts';
import { contextFor, createContexts } from './contexts.ts';
import { beginAnew, catchUp, readFloor, writesOf } from './recompute.ts';

/** The comparison of stored facts with those derived from the stored reports. */
export interface Verification {
  /** The number of facts derived from the reports. */
  facts: number;
  /** By installation; those without a difference are omitted. */
  differences: Record<number, FactDifferences>;
}

/**
 * Recomputes the facts of all installations from their first stored report and compares them with the stored ones,
 * without writing. Meant for the end of benchmarks and tests, since facts lag behind while reports arrive.
 */
export async function verifyFacts(database: Queryable): Promise<Verification> {
  const result: Verification = { facts: 0, differences: {} };
  for await (const { installation, facts, differences } of compareInstallations(database)) {
    result.facts += facts;
    if (Object.keys(differences).length > 0) result.differences[installation.id] = differences;
  }
  return result;
}

/** The comparison of an installation. */
interface Comparison {
  installation: Installation;
  facts: number;
  differences: FactDifferences;
  /** The days that cannot be read; facts are compared from the end of the last one on. */
  damaged: DamagedDay[];
}

/** The same for each installation, one after the other. @param isWanted leaves out installations */
export async function* compareInstallations(
  database: Queryable,
  isWanted: (installation: Installation) => boolean = () => true,
): AsyncGenerator<Comparison> {
  const contexts = createContexts(database);
  for (const installation of await listInstallations(database, null)) {
    if (!isWanted(installation)) continue;
    await contexts.load([installation.organisationId]);
    const cleared = (await readClearedByHand(database, [installation.id])).get(installation.id) ?? [];
    const context = contextFor(contexts.current(installation.organisationId), installation, cleared);
    yield await compare(database, installation, context);
  }
}

async function compare(db: Queryable, installation: Installation, context: TrackingContext): Promise<Comparison> {
  const damaged: DamagedDay[] = [];
  for (;;) {
    try {
      const now = Date.now();
      const floor = damaged.length === 0 ? null : await readFloor(db, installation, context.timeZone, now);
      const run = await beginAnew(db, installation, context, floor);
      await catchUp(db, run, { now });
      const made = latestOfEach(writesOf(run, new Set(), new Map(), now).facts);
      const facts = floor ? withoutOlder(made, await readFactsOver(db, installation.id, floor), floor) : made;
      const differences = await compareFacts(db, installation, facts, floor?.at ?? null);
      return { installation, facts: facts.length, differences, damaged };
    } catch (error) {
      if (!(error instanceof DamagedDay) || damaged.some(({ day }) => day === error.day)) throw error;
      damaged.push(error);
    }
  }
}
