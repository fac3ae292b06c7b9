import { may } from '../auth/caller.ts';
import type { DriverContact } from '../store/drivers/driver-contact.ts';
import type { Caller } from '../store/people/callers.ts';

/** A driver's contact as far as the caller may see drivers and write messages. */
export const shownContact = (
  caller: Caller,
  { driverPhone, driverUserId, offlineDriverId }: DriverContact,
): DriverContact => ({
  driverPhone: may(caller, 'drivers', 'view') ? driverPhone : null,
  driverUserId: may(caller, 'messages', 'create') && driverUserId !== caller.userId ? driverUserId : null,
  offlineDriverId: may(caller, 'messages', 'create') && may(caller, 'drivers', 'view') ? offlineDriverId : null,
});
