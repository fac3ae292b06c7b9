import { refresh } from '../../../api/refresh.ts';

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
