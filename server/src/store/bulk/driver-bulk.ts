import type { DriverBulkField } from '@milepost/contract/bulk-kinds';
import { OPERATIONS } from '@milepost/contract/operations';
import type { Actor } from '../audit/audit.ts';
import type { Queryable } from '../database.ts';
import type { Viewer } from '../files/records.ts';
import { saveDriverIn } from '../drivers/change-drivers.ts';
import { getDriver, lockDriver } from '../drivers/drivers.ts';
import type { Scope } from '../scope.ts';
import type { BulkKind, Patch } from './bulk-kind.ts';
import { listWith, ownPatch, shownOf, splitOwn, typedOf } from './bulk-values.ts';
import { readInput } from './read-input.ts';

const textsIn = (list: unknown) => (Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []);
const idsIn = (list: unknown) => (Array.isArray(list) ? list.filter((one) => typeof one === 'number') : []);

/** Bulk changes of drivers. */
export const driverBulk: BulkKind<DriverBulkField, number> = {
  kind: 'driver',

  async read(db, { scope }, id) {
    await lockDriver(db, scope, id);
    const driver = await valuesOf(db, scope, id);
    return { name: driver.name, version: driver.version, values: { ...driver, ...ownPatch(driver.own) } };
  },

  patchOf(values, field, value) {
    const typed = typedOf(value);
    switch (field) {
      case 'addGroup':
      case 'removeGroup':
        return {
          groupIds: listWith(idsIn(values['groupIds']), Number(typed), field === 'addGroup').toSorted((a, b) => a - b),
        };
      case 'addLicenceClass':
      case 'removeLicenceClass':
        return {
          licenceClasses: listWith(textsIn(values['licenceClasses']), String(typed ?? ''), field === 'addLicenceClass'),
        };
      default:
        return { [field]: typed };
    }
  },

  show(values, field) {
    switch (field) {
      case 'addGroup':
      case 'removeGroup':
        return textsIn(values['groupNames']).join(', ') || null;
      case 'addLicenceClass':
      case 'removeLicenceClass':
        return textsIn(values['licenceClasses']).join(', ') || null;
      default:
        return shownOf(values[field]);
    }
  },

  write: save,
  restore: save,
};

async function valuesOf(db: Queryable, scope: Scope, id: number) {
  const { groups, ...driver } = await getDriver(db, scope, id);
  const groupIds = groups.map((group) => group.id).toSorted((a, b) => a - b);
  return { ...driver, groupIds, groupNames: groups.map(({ name }) => name) };
}

/** Saves a driver like its form, with the patch applied; returns the organisation. */
async function save(db: Queryable, { scope }: Viewer, actor: Actor, id: number, patch: Patch): Promise<number> {
  const { version: _version, tags: _tags, own: _own, ...driver } = await valuesOf(db, scope, id);
  const { own, rest } = splitOwn(patch);
  const input = readInput(OPERATIONS['save-driver'].input, { ...driver, ...rest, ...(own.length > 0 && { own }) });
  return (await saveDriverIn(db, scope, actor, input, { linker: null, own: 'given' })).organisationId;
}
