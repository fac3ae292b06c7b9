import type { MenuKey } from '@milepost/contract/menus';
import type { Action } from '@milepost/contract/rights';
import type { RouteSpec } from '@milepost/contract/route';
import { type RouteName, ROUTES } from '@milepost/contract/routes';
import type { BasicRole } from '../store/roles/basic-roles.ts';
import { validInput } from './valid-input.ts';

/** Every route. */
export const ROUTE_NAMES = Object.keys(ROUTES).filter((name): name is RouteName => name in ROUTES);

/** Who is not signed in may call these alone. */
export const OPEN: RouteName[] = [
  'get-csrf-token-preLogin',
  'login',
  'login-second-factor',
  'forgot-password',
  'get-password-link',
  'reset-password',
  'logout',
  'get-shared-vehicle',
  'get-driver-run',
  'say-stop-word',
  'add-stop-photo',
  'get-delivery',
  'get-driver-message',
  'answer-driver-message',
];
/** What an API token cannot do whatever its maker may: sign in and out, and everything about the own account. */
export const PERSON: RouteName[] = [
  'get-csrf-token',
  'get-profile',
  'update-profile',
  'change-password',
  'start-two-factor',
  'confirm-two-factor',
  'stop-two-factor',
  'new-recovery-codes',
  'get-own-sessions',
  'end-own-session',
  'get-notification-show-permission',
  'get-notification-list',
  'read-notification',
  'get-push-browsers',
  'save-push-browser',
  'delete-push-browser',
  'test-push-browser',
  'get-list-views',
  'save-list-view',
  'delete-list-view',
  'get-live-updates',
];
/** What is granted by menus and no API token's: tokens could outlive themselves, mails tell what was sent to whom. */
export const NO_SCRIPT: RouteName[] = [
  'create-api-token',
  'delete-api-token',
  'export-report',
  'cancel-download',
  'retry-download',
  'delete-download',
  'save-report-schedule',
  'pause-report-schedule',
  'delete-report-schedule',
  'send-report-schedule',
  'get-report-schedule-people',
  'restore-report-schedule',
  'save-saved-report',
  'delete-saved-report',
  'restore-saved-report',
  'get-mail-list',
  'open-own-run',
  'renew-driver-link',
  'revoke-driver-link',
  'get-message-list',
  'get-message-by-id',
  'read-message',
  'keep-message-draft',
  'send-message',
  'delete-message',
  'restore-message',
  'get-message-choices',
  'mark-report',
  'get-calendar-feed',
  'make-calendar-feed',
  'end-calendar-feed',
  'stop-engine',
  'resume-engine',
  'send-text-command',
  'switch-output',
];
/** Whoever is signed in may call these. */
export const SIGNED_IN: RouteName[] = [
  ...PERSON,
  'session-check',
  'get-nav-menu',
  'menu-check-by-id',
  'edit-permission-check',
  'create-permission-check',
  'delete-permission-check',
  'get-privilege-check',
  'get-setup',
  'get-found-records',
  'get-own-fields',
  'get-due-list',
  'get-file-limits',
  'get-fence-pasts',
];

const READS_IMPORTS: RouteName[] = ['get-import-list', 'get-import', 'get-import-lines'];
const IMPORTS: RouteName[] = [
  ...READS_IMPORTS,
  'choose-import-sheet',
  'choose-import-headings',
  'choose-import-encoding',
  'check-import',
  'run-import',
  'undo-import',
  'drop-import',
];
const READS_FILES: RouteName[] = ['get-file-list'];
const FILES: RouteName[] = [...READS_FILES, 'add-files', 'remove-file', 'change-file'];

/** The calls whose record or kind decides: who has a menu of such records. Files: those of a vehicle, see the examples. */
export const BY_RECORD: RouteName[] = [...IMPORTS, ...FILES];
/** What each starting role may do of them: a driver photographs, a viewer looks, an installer adds vehicles. */
const BY_RECORD_OF_ROLE: Readonly<Record<string, readonly RouteName[]>> = {
  Dispatcher: [...IMPORTS, ...READS_FILES, 'change-file'],
  Installer: BY_RECORD,
  Mechanic: [...IMPORTS, ...READS_FILES, 'change-file'],
  Accountant: [...IMPORTS, ...READS_FILES, 'change-file'],
  Driver: ['change-file'],
  Viewer: [...READS_IMPORTS, ...READS_FILES],
  Administrator: BY_RECORD,
};

/** Whether a role may make a call with its example as input, by what the call's entry asks for and the role grants. */
export function expectedOf({ name: role, grants }: BasicRole, name: RouteName): boolean {
  const { access }: RouteSpec = ROUTES[name];
  if (BY_RECORD.includes(name)) return BY_RECORD_OF_ROLE[role]?.includes(name) ?? false;
  if (typeof access === 'string') return true;
  const may = (menu: MenuKey, action: Action) => grants[menu]?.includes(action) ?? false;
  const { menu, or = [], action } = access;
  if (action !== 'save') return [menu, ...or].some((one) => may(one, action));
  return may(menu, 'view') && may(menu, validInput(name)['id'] === undefined ? 'create' : 'edit');
}
