import { refresh } from '../../../api/refresh.ts';

/** Called after a change of plans, subscriptions, invoices or payments. */
export const refreshSubscriptions = (): void =>
  refresh(
    'get-plan-list',
    'get-plan-by-id',
    'get-subscription-list',
    'get-subscription-by-id',
    'get-subscription-choices',
    'get-invoice-list',
    'get-invoice-by-id',
    'get-payment-data',
    'get-due-list',
  );
