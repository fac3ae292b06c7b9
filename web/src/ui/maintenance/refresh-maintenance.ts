import { refresh } from '../../api/refresh.ts';

export const refreshMaintenance = () =>
  refresh(
    'get-service-due-list',
    'get-service-plan-list',
    'get-service-plan-by-id',
    'get-service-record-list',
    'get-due-list',
    'get-calendar',
    'get-inspection-list',
    'get-inspection-by-id',
    'get-work-order-list',
    'get-work-order-by-id',
    'get-work-order-choices',
    // Closing an order books an expense.
    'get-expense-list',
    'get-expense-queue',
    'get-expense-totals',
  );
