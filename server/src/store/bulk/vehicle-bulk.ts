import type { VehicleBulkField } from '@milepost/contract/bulk-kinds';
import { faultOfIssue, issueCode } from '@milepost/contract/fault';
import { ROUTES } from '@milepost/contract/routes';
import { fieldError } from '../../errors.ts';
import { takeStatusBack } from '../fleet/change-status.ts';
import { saveVehicleIn } from '../fleet/change-vehicles.ts';
import { getVehicle, lockVehicle } from '../fleet/vehicles.ts';
import type { Queryable } from '../database.ts';
import type { Scope } from '../scope.ts';
import type { BulkKind, Patch } from './bulk-kind.ts';
import { ownPatch, shownOf, splitOwn } from './own-patch.ts';

/** What a person is shown instead of an id. */
const NAMES: Partial<Record<string, string>> = { groupId: 'groupName', homePlaceId: 'homePlaceName' };

const tagsOf = (values: Patch): string[] =>
  Array.isArray(values['tags']) ? values['tags'].filter((tag) => typeof tag === 'string') : [];

/** Vehicles, many at a time. */
export const vehicleBulk: BulkKind<VehicleBulkField> = {
  kind: 'vehicle',

  async read(db, scope, id) {
    await lockVehicle(db, scope, id);
    const vehicle = await getVehicle(db, scope, id);
    return { name: vehicle.registration, version: vehicle.version, values: { ...vehicle, ...ownPatch(vehicle.own) } };
  },

  patchOf(values, field, value) {
    const text = typeof value === 'string' ? value.trim() : value;
    if (field !== 'addTag' && field !== 'removeTag') return { [field]: text === '' ? null : text };
    const others = tagsOf(values).filter((tag) => tag !== text);
    if (field === 'removeTag') return { tags: others };
    return { tags: tagsOf(values).includes(String(text)) ? tagsOf(values) : [...others, text ?? ''] };
  },

  show(values, field) {
    if (field === 'addTag' || field === 'removeTag') return tagsOf(values).join(', ') || null;
    return shownOf(values[NAMES[field] ?? field]);
  },

  write: (db, scope, actor, id, patch) => save(db, scope, actor, id, patch),

  async restore(db, scope, actor, id, patch) {
    if (!('status' in patch)) return save(db, scope, actor, id, patch);
    return takeStatusBack(db, scope, actor, id);
  },
};

/** Saves a vehicle as its form would, with what the patch says. */
async function save(
  db: Queryable,
  scope: Scope,
  actor: Parameters<typeof saveVehicleIn>[2],
  id: number,
  patch: Patch,
): Promise<number> {
  const {
    version: _version,
    deviceId: _device,
    status: _status,
    statusSince: _since,
    own: _own,
    ...vehicle
  } = await getVehicle(db, scope, id);
  const { own, rest } = splitOwn(patch);
  const wanted = { ...vehicle, ...rest, ...(own.length > 0 && { own }) };
  const { data, error } = ROUTES['save-vehicle'].input.safeParse(wanted, { error: issueCode });
  const [issue] = error?.issues ?? [];
  if (issue || !data) {
    throw fieldError('invalid', { value: issue ? faultOfIssue(issue) : 'not-valid' });
  }
  return (await saveVehicleIn(db, scope, actor, data, 'given')).organisationId;
}
