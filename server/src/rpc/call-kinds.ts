import type { RouteName } from '@milepost/contract/routes';

/**
 * Reads that may take long, by how much of the past or how many organisations is asked for. They have connections of their
 * own, come in turns by organisation, and end when nobody waits for them.
 */
export const HEAVY: ReadonlySet<RouteName> = new Set([
  'get-report',
  'get-trip-list',
  'get-stop-list',
  'get-tow-list',
  'get-driver-trips',
  'get-visit-list',
  'get-visit-totals',
  'get-outlet-visits',
  'get-timeline',
  'get-vehicle-facts',
  'get-vehicle-track',
  'get-fleet-at',
  'get-track',
  'get-track-keys',
  'get-track-series',
  'get-track-file',
  'get-telemetry-keys',
  'get-telemetry-series',
  'get-telemetry-bands',
  'get-dashboard',
  'get-dashboard-weekdays',
  'get-dashboard-vehicles',
  'get-run-day',
  'get-run-day-figures',
  'get-run-day-stops',
  'get-fence-map',
  'get-territory-list',
  'get-outlet-map',
  'get-expense-totals',
  'get-vehicle-fuel',
  'get-sensor-trial',
  'get-gallery-places',
  'get-gallery-days',
  'preview-device-exchange',
  'preview-vehicle-move',
  'preview-device-move',
]);

/** What is heavy and goes on when its caller has gone: a file that was asked for is made. */
export const HEAVY_TO_THE_END: ReadonlySet<RouteName> = new Set(['export-report']);

/** What a browser asks for before it shows anything: it must be answered when everything else is slow. */
export const VITAL: ReadonlySet<RouteName> = new Set([
  'get-csrf-token-preLogin',
  'get-csrf-token',
  'login',
  'login-second-factor',
  'logout',
  'session-check',
  'get-nav-menu',
  'get-privilege-check',
  'get-setup',
]);

export const isHeavy = (route: RouteName): boolean => HEAVY.has(route) || HEAVY_TO_THE_END.has(route);
