import type { RouteName } from '@milepost/contract/routes';
import { ADMIN_PASSWORD } from './http-fixture.ts';

/** An id that nothing has. */
export const NOWHERE = 999_999;

const id = { id: NOWHERE };
const menuID = { menuID: 1 };
const CIRCLE = { kind: 'circle', centre: { lat: -34.9, lon: -56.2 }, radiusM: 100 };
const RANGE = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };

/**
 * For each route that needs any, an input that it takes: valid by the contract, about things that do not exist. So tests
 * that walk the whole table get past the schemas and change nothing.
 */
const VALID: Partial<Record<RouteName, Record<string, unknown>>> = {
  login: { username: 'admin', password: ADMIN_PASSWORD },
  'login-second-factor': { challenge: 'none', code: '123456' },
  'forgot-password': { username: 'nobody at all' },
  'reset-password': { token: 'none', newPassword: 'a new long password' },
  'menu-check-by-id': menuID,
  'edit-permission-check': menuID,
  'create-permission-check': menuID,
  'delete-permission-check': menuID,
  'get-privilege-check': { menu: 1 },
  'get-vehicle-by-id': id,
  'save-vehicle': { registration: 'SBA 1' },
  'delete-vehicle': id,
  'restore-vehicle': id,
  'save-group': { name: 'North' },
  'save-driver': { name: 'Ana' },
  'get-vehicle-track': { vehicleId: NOWHERE, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
  'get-vehicle-now': id,
  'get-timeline': RANGE,
  'get-trip-list': RANGE,
  'get-stop-list': { vehicleId: NOWHERE, ...RANGE },
  'get-vehicle-alarms': { vehicleId: NOWHERE, ...RANGE },
  'get-vehicle-day': { vehicleId: NOWHERE, ...RANGE },
  'get-vehicle-overview': { vehicleId: NOWHERE },
  'get-visit-list': RANGE,
  'get-visit-totals': RANGE,
  'create-share': { vehicleId: NOWHERE, hours: 1 },
  'revoke-share': id,
  'get-shared-vehicle': { token: 'none' },
  'get-fence-by-id': id,
  'get-fence-records': { ids: [NOWHERE] },
  'get-fence-now': { ...id, dayStart: '2026-01-01T00:00:00Z' },
  'save-fence': { name: 'Depot', shape: CIRCLE },
  'delete-fences': { ids: [NOWHERE] },
  'restore-fences': { ids: [NOWHERE] },
  'tag-fences': { ids: [NOWHERE] },
  'import-fences': { fences: [{ name: 'Depot', shape: CIRCLE }], earlier: [NOWHERE] },
  'get-device-by-id': id,
  'save-device': { identity: '356000000000001' },
  'delete-device': id,
  'restore-device': id,
  'adopt-device': { protocol: 'gt06', identity: '356000000000001', registration: 'SBA 1' },
  'update-profile': {
    displayName: 'Ana',
    language: 'en',
    timeZone: 'America/Montevideo',
    units: 'metric',
    notifications: true,
  },
  'change-password': { currentPassword: 'not this one', newPassword: 'a new long password' },
  'start-two-factor': { password: 'not this one' },
  'confirm-two-factor': { code: '123456' },
  'stop-two-factor': { password: 'not this one' },
  'new-recovery-codes': { password: 'not this one' },
  'end-own-session': id,
  'read-notification': id,
  'save-user': { username: 'ana', displayName: 'Ana', email: 'ana@example.org', roleId: NOWHERE, organisationId: 1 },
  'set-user-disabled': { id: NOWHERE, disabled: true },
  'send-password-link': id,
  'force-sign-out': id,
  'reset-two-factor': id,
  'save-role': { name: 'Watcher', priority: 900, grants: [] },
  'get-role-by-id': id,
  'delete-role': id,
  'get-role-user': id,
  'save-menu': { id: NOWHERE, title: 'Somewhere', icon: 'map', CM: 1 },
  'sort-menus': { ids: [NOWHERE] },
  'save-organisation': { name: 'West', parentId: NOWHERE },
  'delete-organisation': id,
  'end-session': id,
  'create-api-token': { name: 'Script', readOnly: true },
  'delete-api-token': id,
  'get-alarm': id,
  'handle-alarm': { ids: [NOWHERE], action: 'acknowledge' },
  'get-nearest-vehicles': { place: { lat: -34.9, lon: -56.2 } },
  'get-silent-vehicles': { days: 3 },
  'get-track': { vehicleId: NOWHERE, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
  'get-track-fix': { vehicleId: NOWHERE, at: '2026-01-01T00:00:00Z' },
  'get-track-keys': { vehicleId: NOWHERE, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
  'get-track-series': {
    vehicleId: NOWHERE,
    from: '2026-01-01T00:00:00Z',
    to: '2026-01-02T00:00:00Z',
    keys: ['speed'],
  },
  'get-vehicle-facts': { vehicleId: NOWHERE, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
  'get-fleet-at': { at: '2026-01-01T00:00:00Z' },
  'export-track': { vehicleId: NOWHERE, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', format: 'gpx' },
};

export const validInput = (name: RouteName): Record<string, unknown> => VALID[name] ?? {};
