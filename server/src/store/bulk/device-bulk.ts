import type { DeviceBulkField } from '@milepost/contract/bulk-kinds';
import { OPERATIONS } from '@milepost/contract/operations';
import type { Actor } from '../audit/audit.ts';
import type { Queryable } from '../database.ts';
import type { Viewer } from '../files/records.ts';
import { saveDeviceIn } from '../devices/change-devices.ts';
import { lockDevice } from '../devices/devices.ts';
import type { BulkKind, Patch } from './bulk-kind.ts';
import { listWith, shownOf, typedOf } from './bulk-values.ts';
import { readInput } from './read-input.ts';

const networksOf = (values: Patch): string[] =>
  Array.isArray(values['networks']) ? values['networks'].filter((one) => typeof one === 'string') : [];

/** Bulk changes of devices. */
export const deviceBulk: BulkKind<DeviceBulkField, number> = {
  kind: 'device',

  async read(db, { scope }, id) {
    const { version, written } = await lockDevice(db, scope, id);
    return { name: written.identity, version, values: { ...written } };
  },

  patchOf(values, field, value) {
    const typed = typedOf(value);
    if (field !== 'addNetwork' && field !== 'removeNetwork') return { [field]: typed };
    return { networks: listWith(networksOf(values), String(typed ?? ''), field === 'addNetwork') };
  },

  show(values, field) {
    if (field === 'addNetwork' || field === 'removeNetwork') return networksOf(values).join(', ') || null;
    return shownOf(values[field]);
  },

  write: save,
  restore: save,
};

/** Saves a device like its form, with the patch applied; returns its organisation. */
async function save(db: Queryable, { scope }: Viewer, actor: Actor, id: number, patch: Patch): Promise<number> {
  const { written } = await lockDevice(db, scope, id);
  const input = readInput(OPERATIONS['save-device'].input, { ...written, ...patch, id });
  return (await saveDeviceIn(db, scope, actor, input)).organisationId;
}
