import type { DeviceContact } from '@milepost/contract/device-routes';
import { normalIdentity } from '../store/devices/identity.ts';
import type { KnownDevice } from '../store/devices/known-devices.ts';
import type { Scope } from '../store/scope.ts';

/**
 * The knocks that a caller may see, each with its vehicle: registered devices of the scope. Unregistered devices are
 * for the root organisation, or for a caller who names one (`asked`) by its full identity.
 */
export function visibleKnocks(
  knocks: readonly DeviceContact[],
  known: readonly KnownDevice[],
  scope: Scope,
  asked?: string | null,
): DeviceContact[] {
  const devices = new Map(known.map((device) => [device.identity, device]));
  const wanted = asked ? normalIdentity(asked) : null;
  return knocks.flatMap((knock): DeviceContact[] => {
    const identity = knock.identity === null ? null : normalIdentity(knock.identity);
    const device = identity === null ? undefined : devices.get(identity);
    if (!device) {
      const unknown = { ...knock, deviceId: null, vehicleId: null, registration: null };
      return scope.root || (wanted !== null && identity === wanted) ? [unknown] : [];
    }
    if (!scope.organisationIds.includes(device.organisationId)) return [];
    const { deviceId, vehicleId, registration } = device;
    const since = sinceItBegan(knock, device.beginsAt ?? null);
    return since ? [{ ...since, deviceId, vehicleId, registration }] : [];
  });
}

/** What an organisation reads of a device that came from another one: nothing of before. Null where nothing came since. */
function sinceItBegan(knock: DeviceContact, beginsAt: Date | null): DeviceContact | null {
  if (beginsAt === null) return knock;
  const isBefore = (at: string) => Date.parse(at) < beginsAt.getTime();
  if (isBefore(knock.lastSeenAt)) return null;
  return {
    ...knock,
    firstSeenAt: isBefore(knock.firstSeenAt) ? beginsAt.toISOString() : knock.firstSeenAt,
    unknownMessages: knock.unknownMessages.filter(({ lastAt }) => !isBefore(lastAt)),
  };
}
