import type { RouteName, RouteTable } from '@milepost/contract/routes';

/** Places of an input that name the thing that the route is about. */
type Naming = 'id' | 'ids' | 'earlier';
/** The routes that name one. */
type NamingRoute = {
  [Name in RouteName]: Extract<keyof RouteTable[Name]['input']['shape'], Naming> extends never ? never : Name;
}[RouteName];

/** Which thing these routes name. One that is in no list does not compile. */
const NAMED = {
  vehicle: [
    'get-vehicle-by-id',
    'save-vehicle',
    'delete-vehicle',
    'restore-vehicle',
    'get-vehicle-now',
    'preview-vehicle-change',
    'change-vehicles',
  ],
  group: ['save-group'],
  driver: [
    'get-driver-by-id',
    'save-driver',
    'delete-driver',
    'restore-driver',
    'get-driver-form-choices',
    'preview-driver-change',
    'change-drivers',
  ],
  assignment: ['save-assignment', 'delete-assignment'],
  device: [
    'get-device-by-id',
    'save-device',
    'delete-device',
    'restore-device',
    'make-device-secret',
    'drop-device-secret',
    'preview-device-change',
    'change-devices',
  ],
  installation: ['save-installation'],
  import: [
    'get-import',
    'get-import-lines',
    'choose-import-sheet',
    'check-import',
    'run-import',
    'undo-import',
    'drop-import',
  ],
  sensor: ['save-sensor', 'delete-sensor', 'restore-sensor'],
  sensorProfile: ['save-sensor-profile', 'delete-sensor-profile', 'restore-sensor-profile'],
  reading: ['delete-meter-reading', 'restore-meter-reading'],
  ownField: ['save-own-field', 'delete-own-field', 'restore-own-field'],
  bulk: [
    'undo-vehicle-change',
    'undo-driver-change',
    'undo-device-change',
    'undo-alarm-rule-change',
    'undo-fence-change',
    'undo-expense-change',
    'undo-document-change',
    'undo-contact-change',
    'undo-outlet-change',
    'undo-task-change',
    'undo-service-plan-change',
    'undo-subscription-change',
  ],
  rule: [
    'preview-alarm-rule-change',
    'change-alarm-rules',
    'get-alarm-rule-by-id',
    'save-alarm-rule',
    'set-alarm-rule-enabled',
    'delete-alarm-rule',
    'restore-alarm-rule',
  ],
  fence: [
    'preview-fence-change',
    'change-fences',
    'get-fence-by-id',
    'get-fence-records',
    'get-fence-now',
    'save-fence',
    'delete-fences',
    'restore-fences',
    'tag-fences',
    'import-fences',
  ],
  expense: [
    'preview-expense-change',
    'change-expenses',
    'get-expense-by-id',
    'save-expense',
    'delete-expense',
    'restore-expense',
    'get-expense-duplicate',
    'decide-expenses',
  ],
  document: [
    'preview-document-change',
    'change-documents',
    'get-document-by-id',
    'save-document',
    'delete-document',
    'restore-document',
  ],
  outlet: [
    'preview-outlet-change',
    'change-outlets',
    'get-outlet-by-id',
    'save-outlet',
    'delete-outlet',
    'restore-outlet',
  ],
  territory: [
    'get-territory-by-id',
    'save-territory',
    'delete-territory',
    'restore-territory',
    'get-territory-choices',
  ],
  depot: ['get-depot-by-id', 'save-depot', 'delete-depot', 'restore-depot'],
  route: ['get-route-by-id', 'save-route', 'delete-route', 'restore-route', 'get-route-choices'],
  routePlan: ['save-route-plan', 'delete-route-plan', 'restore-route-plan'],
  routeRun: ['get-run-by-id', 'change-run', 'get-run-facts'],
  runLink: ['revoke-run-link'],
  contact: [
    'preview-contact-change',
    'change-contacts',
    'get-contact-by-id',
    'save-contact',
    'delete-contact',
    'restore-contact',
  ],
  task: [
    'preview-task-change',
    'change-tasks',
    'get-task-by-id',
    'save-task',
    'move-task',
    'delete-task',
    'restore-task',
    'get-task-people',
  ],
  servicePlan: [
    'preview-service-plan-change',
    'change-service-plans',
    'get-service-plan-by-id',
    'save-service-plan',
    'delete-service-plan',
    'restore-service-plan',
  ],
  subscription: [
    'preview-subscription-change',
    'change-subscriptions',
    'get-subscription-by-id',
    'save-subscription',
    'delete-subscription',
    'restore-subscription',
  ],
  view: ['delete-list-view', 'unshare-list-view'],
  commandTemplate: ['delete-command-template'],
  share: ['revoke-share'],
  command: ['cancel-command'],
  session: ['end-own-session', 'end-session'],
  notification: ['read-notification'],
  user: ['save-user', 'set-user-disabled', 'send-password-link', 'force-sign-out', 'reset-two-factor'],
  role: ['save-role', 'get-role-by-id', 'delete-role', 'get-role-user'],
  organisation: [
    'save-organisation',
    'delete-organisation',
    'get-organisation-settings',
    'save-organisation-settings',
    'get-organisation-logo',
    'save-organisation-logo',
    'delete-organisation-logo',
  ],
  token: ['delete-api-token'],
  alarm: ['get-alarm', 'handle-alarm'],
  webhook: [
    'get-webhook-by-id',
    'save-webhook',
    'renew-webhook-secret',
    'delete-webhook',
    'restore-webhook',
    'test-webhook',
    'get-webhook-deliveries',
    'resend-webhook-delivery',
  ],
  pushBrowser: ['delete-push-browser', 'test-push-browser'],
  place: ['save-place', 'delete-places', 'restore-places'],
  plan: ['get-plan-by-id', 'save-plan', 'delete-plan', 'restore-plan'],
  invoice: ['get-invoice-by-id'],
  payment: ['delete-payment', 'restore-payment'],
  serviceRecord: ['delete-service-record', 'restore-service-record'],
  workOrder: [
    'get-work-order-by-id',
    'save-work-order',
    'close-work-order',
    'reopen-work-order',
    'delete-work-order',
    'restore-work-order',
  ],
  checklist: ['get-checklist-by-id', 'save-checklist', 'delete-checklist', 'restore-checklist'],
  inspection: ['get-inspection-by-id', 'delete-inspection', 'restore-inspection'],
  budget: ['get-budget-by-id', 'save-budget', 'delete-budget', 'restore-budget'],
  recurring: [
    'get-recurring-expense-by-id',
    'save-recurring-expense',
    'pause-recurring-expense',
    'delete-recurring-expense',
    'restore-recurring-expense',
  ],
  message: [
    'get-message-by-id',
    'read-message',
    'keep-message-draft',
    'send-message',
    'delete-message',
    'restore-message',
  ],
  download: ['get-download', 'cancel-download', 'retry-download', 'delete-download'],
  schedule: [
    'get-report-schedule',
    'get-report-schedule-runs',
    'save-report-schedule',
    'pause-report-schedule',
    'delete-report-schedule',
    'restore-report-schedule',
    'send-report-schedule',
  ],
  savedReport: ['get-saved-report', 'save-saved-report', 'delete-saved-report', 'restore-saved-report'],
} as const satisfies Readonly<Record<string, readonly NamingRoute[]>>;

/** What is of no organisation: the menu is the whole installation's, and so are the device ports. */
const OF_NOBODY = [
  'unblock-network',
  'save-json-profile',
  'delete-json-profile',
  'save-menu',
  'sort-menus',
] as const satisfies readonly NamingRoute[];

export type ForeignSubject = keyof typeof NAMED;

type Listed = (typeof NAMED)[ForeignSubject][number] | (typeof OF_NOBODY)[number];
type Forgotten = Exclude<NamingRoute, Listed>;

const isSubject = (text: string): text is ForeignSubject => Object.hasOwn(NAMED, text);
const SUBJECTS = Object.entries(NAMED).flatMap(([subject, routes]) =>
  isSubject(subject) ? routes.map((route): [string, ForeignSubject] => [route, subject]) : [],
);
const BY_ROUTE: ReadonlyMap<string, ForeignSubject> = new Map(SUBJECTS);

/** Which thing an id of a route's input names; undefined where it names none that is somebody's. */
export const subjectOf = (name: [Forgotten] extends [never] ? RouteName : Forgotten): ForeignSubject | undefined =>
  BY_ROUTE.get(name);
