import { cancelInvoice, createInvoice } from '../../store/subscriptions/change-invoices.ts';
import { recordPayment, setPaymentDeleted } from '../../store/subscriptions/change-payments.ts';
import { inTransaction } from '../../store/database.ts';
import { draftInvoice } from '../../store/subscriptions/invoice-draft.ts';
import { getInvoice, getWholeInvoice, listInvoices } from '../../store/subscriptions/invoices.ts';
import type { Handlers } from '../handler.ts';

export const invoiceHandlers = {
  'get-invoice-list': (input, { services, caller }) => listInvoices(services.database, caller.scope, input),
  'get-invoice-by-id': ({ id }, { services, caller }) => getWholeInvoice(services.database, caller.scope, id),
  'get-invoice-draft': ({ subscriptionId }, { services, caller }) =>
    inTransaction(services.database, (db) => draftInvoice(db, caller.scope, subscriptionId)),
  'create-invoice': async (input, { services, caller, actor }) => {
    const id = await createInvoice(services.database, caller.scope, actor, input);
    return { invoice: await getInvoice(services.database, caller.scope, id) };
  },
  'cancel-invoice': async ({ id, reason }, { services, caller, actor }) => {
    await cancelInvoice(services.database, caller.scope, actor, id, reason);
    return { invoice: await getInvoice(services.database, caller.scope, id) };
  },
  'record-payment': async (input, { services, caller, actor }) => {
    const paymentId = await recordPayment(services.database, caller.scope, actor, input);
    return { invoice: await getInvoice(services.database, caller.scope, input.invoiceId), paymentId };
  },
  'delete-payment': async ({ id }, { services, caller, actor }) => {
    await setPaymentDeleted(services.database, caller.scope, actor, id, true);
    return {};
  },
  'restore-payment': async ({ id }, { services, caller, actor }) => {
    await setPaymentDeleted(services.database, caller.scope, actor, id, false);
    return {};
  },
} satisfies Partial<Handlers>;
