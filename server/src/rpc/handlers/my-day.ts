import { MAX_OWN_ROWS } from '@milepost/contract/my-day-operations';
import { newToken, tokenHash } from '../../auth/tokens.ts';
import { fieldError } from '../../errors.ts';
import {
  getOwnBill,
  listOwnBills,
  readOwnDocuments,
  readOwnRuns,
  readToday,
  requireOwnRun,
} from '../../store/drivers/own-day.ts';
import { findOwnDriver, readOwnVehicles } from '../../store/drivers/own-driver.ts';
import { saveExpense } from '../../store/expenses/change-expenses.ts';
import { ownViewerOf } from '../../store/files/records.ts';
import { listOwnInspections } from '../../store/inspections/inspections.ts';
import { listMessages } from '../../store/messages/messages.ts';
import { createRunLink, makeRoomForOwnLink } from '../../store/run-links/run-links.ts';
import type { Handlers } from '../handler.ts';

/** A driver's own records, found through the account. */
export const myDayHandlers = {
  'get-my-day': async (_input, { services, caller }) => {
    const { database } = services;
    const { scope, userId } = caller;
    const driver = await findOwnDriver(database, scope, userId);
    const inbox = { box: 'inbox', search: '', sort: 'at', direction: 'desc', page: 1, pageSize: 1 } as const;
    const [today, vehicles, runs, documents, inspections, messages] = await Promise.all([
      readToday(database, driver?.organisationId ?? scope.organisationId),
      driver ? readOwnVehicles(database, scope, driver.id) : [],
      driver ? readOwnRuns(database, driver.id) : [],
      driver ? readOwnDocuments(database, scope, driver.id) : [],
      listOwnInspections(database, scope, userId, MAX_OWN_ROWS),
      listMessages(database, userId, inbox),
    ]);
    const { id, name, licenceNumber, licenceClasses, licenceExpiresOn } = driver ?? {};
    return {
      ...today,
      driver:
        id === undefined || name === undefined
          ? null
          : {
              id,
              name,
              licenceNumber: licenceNumber ?? null,
              licenceClasses: licenceClasses ?? [],
              licenceExpiresOn: licenceExpiresOn ?? null,
            },
      vehicles,
      runs,
      documents,
      inspections,
      unread: messages.unread,
    };
  },

  'open-own-run': async ({ id }, { services, caller, actor }) => {
    await requireOwnRun(services.database, caller.scope, caller.userId, id);
    const token = newToken();
    await makeRoomForOwnLink(services.database, actor, id, caller.userId);
    // The run is the caller's own, whatever else the account may see.
    const link = { runId: id, outletId: null, tokenHash: tokenHash(token) };
    await createRunLink(services.database, { ...caller.scope, limit: null }, actor, link);
    return { token };
  },

  'get-own-bill-list': (input, { services, caller }) =>
    listOwnBills(services.database, caller.scope, caller.userId, input),

  'add-own-bill': async (input, { services, caller, actor }) => {
    const { database } = services;
    const { scope, userId } = caller;
    const driver = await findOwnDriver(database, scope, userId);
    const vehicles = driver ? await readOwnVehicles(database, scope, driver.id) : [];
    if (!driver || !vehicles.some(({ id }) => id === input.vehicleId)) {
      throw fieldError('invalid', { vehicleId: 'no-vehicle' });
    }
    const viewer = ownViewerOf({ userId, scope: { ...scope, limit: null } }, 'expense');
    const id = await saveExpense(database, viewer, actor, {
      ...input,
      driverId: driver.id,
      vendorId: null,
      tax: null,
      billNumber: null,
      missedFill: false,
      currency: null,
      submit: true,
      overTank: false,
    });
    return { bill: await getOwnBill(database, userId, id) };
  },
} satisfies Partial<Handlers>;
