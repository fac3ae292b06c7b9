import type { FenceBulkField } from '@milepost/contract/bulk-kinds';
import { FenceInput } from '@milepost/contract/fence-operations';
import type { Actor } from '../audit/audit.ts';
import type { Queryable } from '../database.ts';
import type { Viewer } from '../files/records.ts';
import { type ChangedFences, type FenceDetails, lockFence, setFenceDetails } from '../geofences/change-fences.ts';
import { getFence } from '../geofences/fences.ts';
import type { BulkKind, Patch } from './bulk-kind.ts';
import { shownOf, typedOf } from './bulk-values.ts';
import { readInput } from './read-input.ts';

/** The fields that can be changed in bulk, as the form accepts them. */
const Details = FenceInput.pick({
  colour: true,
  speedLimitKph: true,
  betweenFixes: true,
  alarmEnter: true,
  alarmExit: true,
  alarmDwellS: true,
  alarmSeverity: true,
  description: true,
});

/** Bulk changes of geofences. */
export const fenceBulk: BulkKind<FenceBulkField, ChangedFences> = {
  kind: 'fence',

  async read(db, { scope }, id) {
    const { version } = await lockFence(db, scope, id);
    const fence = await getFence(db, scope, id);
    return { name: fence.name, version, values: { ...fence } };
  },

  patchOf: (_values, field, value) => ({ [field]: typedOf(value) }),
  show: (values, field) => shownOf(values[field]),
  write: save,
  restore: save,
};

async function save(db: Queryable, { scope }: Viewer, actor: Actor, id: number, patch: Patch): Promise<ChangedFences> {
  const read = readInput(Details, patch);
  // The schema would replace omitted fields by the defaults of a new geofence.
  const details: FenceDetails = Object.fromEntries(Object.entries(read).filter(([field]) => field in patch));
  return setFenceDetails(db, scope, actor, id, details);
}
