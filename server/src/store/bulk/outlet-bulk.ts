import type { OutletBulkField } from '@milepost/contract/bulk-kinds';
import { outletOperations } from '@milepost/contract/outlet-operations';
import type { Actor } from '../audit/audit.ts';
import type { Queryable } from '../database.ts';
import type { Viewer } from '../files/records.ts';
import { saveOutletIn } from '../outlets/change-outlets.ts';
import { getOutlet, lockOutlet } from '../outlets/outlets.ts';
import type { BulkKind, Patch } from './bulk-kind.ts';
import { ownPatch, shownOf, splitOwn, typedOf } from './bulk-values.ts';
import { readInput } from './read-input.ts';

/** Bulk changes of outlets. */
export const outletBulk: BulkKind<OutletBulkField, null> = {
  kind: 'outlet',

  async read(db, { scope }, id) {
    await lockOutlet(db, scope, id);
    const outlet = await getOutlet(db, scope, id);
    const name = `${outlet.code} · ${outlet.name}`;
    return {
      name,
      version: outlet.version,
      values: { ...outlet, territoryName: outlet.territory?.name ?? null, ...ownPatch(outlet.own) },
    };
  },

  patchOf: (_values, field, value) => ({ [field]: typedOf(value) }),
  show(values, field) {
    // The resulting territory is shown, whether chosen or not.
    if (field === 'handTerritoryId') return shownOf(values['territoryName']);
    return shownOf(values[field]);
  },
  write: save,
  restore: save,
};

/** Saves an outlet like its form, with the patch applied. */
async function save(db: Queryable, { scope }: Viewer, actor: Actor, id: number, patch: Patch): Promise<null> {
  const { version: _version, own: _own, ...outlet } = await getOutlet(db, scope, id);
  const { own, rest } = splitOwn(patch);
  const input = readInput(outletOperations['save-outlet'].input, {
    ...outlet,
    ...rest,
    ...(own.length > 0 && { own }),
  });
  await saveOutletIn(db, scope, actor, input, 'given');
  return null;
}
