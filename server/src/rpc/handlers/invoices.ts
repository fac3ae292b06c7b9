import { createCreditNote } from '../../store/subscriptions/change-credit-notes.ts';
import { createInvoice } from '../../store/subscriptions/change-invoices.ts';
import { recordPayment, setPaymentDeleted } from '../../store/subscriptions/change-payments.ts';
import { inTransaction } from '../../store/database.ts';
import { draftInvoice } from '../../store/subscriptions/invoice-draft.ts';
import { viewerOf } from '../../store/files/records.ts';
import { getInvoice, getInvoiceDetails, listInvoices } from '../../store/subscriptions/invoices.ts';
import type { Handlers } from '../handler.ts';

export const invoiceHandlers = {
  'get-invoice-list': (input, { services, caller }) => listInvoices(services.database, caller.scope, input),
  'get-invoice-by-id': ({ id }, { services, caller }) => getInvoiceDetails(services.database, caller.scope, id),
  'get-invoice-draft': ({ subscriptionId }, { services, caller }) =>
    inTransaction(services.database, (db) => draftInvoice(db, caller.scope, subscriptionId)),
  'create-invoice': async (input, { services, caller, actor }) => {
    const id = await createInvoice(services.database, viewerOf(caller), actor, input);
    return { invoice: await getInvoice(services.database, caller.scope, id) };
  },
  'create-credit-note': async (input, { services, caller, actor }) => {
    const id = await createCreditNote(services.database, caller.scope, actor, input);
    const { invoice, creditNotes } = await getInvoiceDetails(services.database, caller.scope, input.invoiceId);
    const creditNote = creditNotes.find((one) => one.id === id);
    if (!creditNote) throw new Error(`credit note ${id} is not of its invoice`);
    return { invoice, creditNote };
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
