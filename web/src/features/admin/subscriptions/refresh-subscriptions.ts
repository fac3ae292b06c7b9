import { refresh } from '../../../api/refresh.ts';

/** After a change of what is sold, billed or paid. */
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
