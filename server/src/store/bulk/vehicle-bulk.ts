import type { VehicleBulkField } from '@milepost/contract/bulk-kinds';
import { OPERATIONS } from '@milepost/contract/operations';
import type { Actor } from '../audit/audit.ts';
import type { Queryable } from '../database.ts';
import type { Viewer } from '../files/records.ts';
import { takeStatusBack } from '../fleet/change-status.ts';
import { saveVehicleIn } from '../fleet/change-vehicles.ts';
import { getVehicle, lockVehicle } from '../fleet/vehicles.ts';
import type { BulkKind, Patch } from './bulk-kind.ts';
import { listWith, ownPatch, shownOf, splitOwn, typedOf } from './bulk-values.ts';
import { readInput } from './read-input.ts';

/** The fields that are shown instead of ids. */
const NAMES: Partial<Record<string, string>> = { groupId: 'groupName', homePlaceId: 'homePlaceName' };

const tagsOf = (values: Patch): string[] =>
  Array.isArray(values['tags']) ? values['tags'].filter((tag) => typeof tag === 'string') : [];

/** Bulk changes of vehicles. */
export const vehicleBulk: BulkKind<VehicleBulkField, number> = {
  kind: 'vehicle',

  async read(db, { scope }, id) {
    await lockVehicle(db, scope, id);
    const vehicle = await getVehicle(db, scope, id);
    const values = { ...vehicle, ...ownPatch(vehicle.own) };
    return { name: vehicle.registration, version: vehicle.version, values };
  },

  patchOf(values, field, value) {
    const typed = typedOf(value);
    if (field !== 'addTag' && field !== 'removeTag') return { [field]: typed };
    return { tags: listWith(tagsOf(values), String(typed ?? ''), field === 'addTag') };
  },

  show(values, field) {
    if (field === 'addTag' || field === 'removeTag') return tagsOf(values).join(', ') || null;
    return shownOf(values[NAMES[field] ?? field]);
  },

  write: save,

  async restore(db, viewer, actor, id, patch) {
    if (!('status' in patch)) return save(db, viewer, actor, id, patch);
    return takeStatusBack(db, viewer.scope, actor, id);
  },
};

/** Saves a vehicle like its form, with the patch applied; returns its organisation. */
async function save(db: Queryable, { scope }: Viewer, actor: Actor, id: number, patch: Patch): Promise<number> {
  const {
    version: _version,
    deviceId: _device,
    status: _status,
    statusSince: _since,
    own: _own,
    ...vehicle
  } = await getVehicle(db, scope, id);
  const { own, rest } = splitOwn(patch);
  const input = readInput(OPERATIONS['save-vehicle'].input, { ...vehicle, ...rest, ...(own.length > 0 && { own }) });
  return (await saveVehicleIn(db, scope, actor, input, 'given')).organisationId;
}
