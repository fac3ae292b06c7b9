import type { Queryable } from '../store/database.ts';
import { compareFacts, type FactDifferences } from '../store/facts/compare-facts.ts';
import { type Installation, listInstallations } from '../store/fleet/installations.ts';
import { readClearedByHand } from '../store/facts/tracking-states.ts';
import { contextFor, createContexts } from './contexts.ts';
import { beginAnew, catchUp, type Recomputation, writesOf } from './recompute.ts';

/** What the stored facts are, against what follows from the stored reports. */
export interface Verification {
  /** Facts that follow from the reports. */
  facts: number;
  /** By installation; those without a difference are left out. */
  differences: Record<number, FactDifferences>;
}

/**
 * Makes the facts of all installations from their stored reports, from the very first, and compares them with what is
 * stored; writes nothing. For the end of benchmarks and tests: while reports arrive there is always something on its way.
 */
export async function verifyFacts(database: Queryable): Promise<Verification> {
  const contexts = createContexts(database);
  const result: Verification = { facts: 0, differences: {} };
  for (const installation of await listInstallations(database, null)) {
    await contexts.load([installation.organisationId]);
    const cleared = (await readClearedByHand(database, [installation.id])).get(installation.id) ?? [];
    const context = contextFor(contexts.current(installation.organisationId), installation, cleared);
    const facts = await factsOf(database, { installation, context });
    const differences = await compareFacts(database, installation, facts);
    result.facts += facts.length;
    if (Object.keys(differences).length > 0) result.differences[installation.id] = differences;
  }
  return result;
}

async function factsOf(database: Queryable, of: Pick<Recomputation, 'context'> & { installation: Installation }) {
  const run = beginAnew(of.installation, of.context);
  const now = Date.now();
  await catchUp(database, run, now);
  const { facts } = writesOf(run, new Set(), new Map(), now);
  return [...new Map(facts.map((fact) => [fact.key, fact])).values()];
}
