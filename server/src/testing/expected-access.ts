import { type RouteName, ROUTES } from '@milepost/contract/routes';

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
];
