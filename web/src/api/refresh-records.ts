import { refresh } from './refresh.ts';

/** Reloads the lists that contain tasks. */
export const refreshTasks = () => refresh('get-task-list', 'get-due-list', 'get-calendar');

export const refreshCommands = () => {
  refresh('get-command-list');
  refreshEngine();
};

/** Reloads the data that shows whether the engine of a vehicle is stopped. */
export const refreshEngine = () => refresh('get-command-choices', 'get-vehicle-now', 'get-vehicle-overview');

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

export const refreshContacts = () => refresh('get-contact-list', 'get-contact-by-id');

/** Reloads the mailboxes. */
export const refreshMessages = () => refresh('get-message-list');

export const refreshRecurring = () =>
  refresh('get-recurring-expense-list', 'get-recurring-expense-by-id', 'get-calendar');

export const refreshExpenses = () =>
  refresh(
    'get-expense-list',
    'get-expense-by-id',
    'get-expense-queue',
    'get-expense-totals',
    'get-budget-list',
    'get-expense-choices',
    'get-vehicle-fuel',
    'get-contact-list',
  );

export const refreshDocuments = () =>
  refresh('get-document-list', 'get-document-by-id', 'get-due-list', 'get-calendar');

export const refreshRules = () => refresh('get-alarm-rule-list', 'get-alarm-list', 'get-alarm-choices');

/** Called after outlets were added, removed or changed. */
export const refreshOutlets = () => refresh('get-outlet-list', 'get-outlet-map', 'get-outlet-by-id', 'get-audit-list');

/** Called after territories were added, removed or changed, or outlets moved from one to another. */
export function refreshTerritories(): void {
  refresh('get-territory-list', 'get-territory-by-id');
  refreshOutlets();
}

/** Reloads routes, plans, depots and runs after some were added, removed or changed. */
export const refreshRoutes = () =>
  refresh(
    'get-route-list',
    'get-route-by-id',
    'get-route-choices',
    'get-depot-list',
    'get-depot-by-id',
    'get-run-list',
    'get-run-by-id',
    'get-run-facts',
    'get-run-day',
    'get-run-day-figures',
    'get-run-day-stops',
    'get-audit-list',
  );

/** Called after the runs of a spread were made or undone. */
export function refreshSpreads(): void {
  refreshRoutes();
  refresh('get-spread-list', 'get-spread-choices', 'get-spread-stops');
}
