import { setTimeout as delay } from 'node:timers/promises';
import type { Caller } from '../store/people/callers.ts';
import type { Bus } from '../bus/bus.ts';

interface Watched {
  /** True when a connected person is limited to vehicles of the organisation. */
  limited(organisationId: number): boolean;
  /** Checks again what those people may see. */
  check(organisationIds: ReadonlySet<number>): Promise<void>;
}

/** Changes in quick succession, as in an import, cause one check. */
const AFTER_MS = 20;

export const isLimitedIn = ({ scope }: Caller, organisationId: number): boolean =>
  scope.limit !== null && scope.organisationIds.includes(organisationId);

/**
 * Checks the access of people limited to some vehicles after each change of their fleet, because a vehicle that joins
 * or leaves a group changes who can see it. Returns a function that stops it.
 */
export function watchLimits(bus: Bus, { limited, check }: Watched): () => void {
  const due = new Set<number>();
  let busy = false;
  const work = async () => {
    while (due.size > 0) {
      await delay(AFTER_MS);
      const organisationIds = new Set(due);
      due.clear();
      await check(organisationIds);
    }
    busy = false;
  };
  return bus.subscribe('fleet-changed', ({ organisationId }) => {
    if (!limited(organisationId)) return;
    due.add(organisationId);
    if (busy) return;
    busy = true;
    void work();
  });
}
