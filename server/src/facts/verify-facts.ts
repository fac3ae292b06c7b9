import type { Queryable } from '../store/database.ts';
import { compareFacts, type FactDifferences } from '../store/facts/compare-facts.ts';
import { type Installation, listInstallations } from '../store/fleet/installations.ts';
import { readClearedByHand } from '../store/facts/tracking-states.ts';
import { contextFor, createContexts } from './contexts.ts';
import { beginAnew, catchUp, type Recomputation, writesOf } from './recompute.ts';

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

/** The same for each installation, one after the other. @param isWanted leaves out installations */
export async function* compareInstallations(
  database: Queryable,
  isWanted: (installation: Installation) => boolean = () => true,
): AsyncGenerator<{ installation: Installation; facts: number; differences: FactDifferences }> {
  const contexts = createContexts(database);
  for (const installation of await listInstallations(database, null)) {
    if (!isWanted(installation)) continue;
    await contexts.load([installation.organisationId]);
    const cleared = (await readClearedByHand(database, [installation.id])).get(installation.id) ?? [];
    const context = contextFor(contexts.current(installation.organisationId), installation, cleared);
    const facts = await factsOf(database, { installation, context });
    yield { installation, facts: facts.length, differences: await compareFacts(database, installation, facts) };
  }
}

async function factsOf(database: Queryable, of: Pick<Recomputation, 'context'> & { installation: Installation }) {
  const run = await beginAnew(database, of.installation, of.context);
  const now = Date.now();
  await catchUp(database, run, { now });
  const { facts } = writesOf(run, new Set(), new Map(), now);
  return [...new Map(facts.map((fact) => [fact.key, fact])).values()];
}
