import type { PlanBulkField } from '@milepost/contract/bulk-kinds';
import { maintenanceOperations } from '@milepost/contract/maintenance-operations';
import type { Actor } from '../audit/audit.ts';
import type { Queryable } from '../database.ts';
import type { Viewer } from '../files/records.ts';
import { lockPlan, savePlanIn } from '../maintenance/change-plans.ts';
import { getPlan } from '../maintenance/plans.ts';
import type { BulkKind, Patch } from './bulk-kind.ts';
import { shownOf, typedOf } from './bulk-values.ts';
import { readInput } from './read-input.ts';

/** Bulk changes of service plans. */
export const planBulk: BulkKind<PlanBulkField, null> = {
  kind: 'service-plan',

  async read(db, { scope }, id) {
    await lockPlan(db, scope, id, false);
    const plan = await getPlan(db, scope, id);
    return { name: plan.task, version: plan.version, values: { ...plan } };
  },

  patchOf: (_values, field, value) => ({ [field]: typedOf(value) }),
  show: (values, field) => shownOf(values[field]),
  write: save,
  restore: save,
};

/** Saves a plan like its form, with the patch applied. */
async function save(db: Queryable, { scope }: Viewer, actor: Actor, id: number, patch: Patch): Promise<null> {
  const { version: _version, vehicles, groups, ...plan } = await getPlan(db, scope, id);
  const input = readInput(maintenanceOperations['save-service-plan'].input, {
    ...plan,
    vehicleIds: vehicles.map((vehicle) => vehicle.id),
    groupIds: groups.map((group) => group.id),
    ...patch,
  });
  await savePlanIn(db, scope, actor, input);
  return null;
}
