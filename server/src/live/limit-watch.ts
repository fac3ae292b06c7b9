import { setTimeout as delay } from 'node:timers/promises';
import type { Caller } from '../store/people/callers.ts';
import type { Bus } from '../bus/bus.ts';

interface Watched {
  /** Whether somebody is connected who is limited to vehicles of the organisation. */
  limited(organisationId: number): boolean;
  /** Looks again at what those people may see. */
  check(organisationIds: ReadonlySet<number>): Promise<void>;
}

/** Changes of a fleet that come together, as in an import, are looked at once. */
const AFTER_MS = 20;

export const isLimitedIn = ({ scope }: Caller, organisationId: number): boolean =>
  scope.limit !== null && scope.organisationIds.includes(organisationId);

/**
 * A vehicle that comes into a group or leaves it is shown to other people: with each change of a fleet, whoever is limited
 * in it is looked at again. Returns how to stop.
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
