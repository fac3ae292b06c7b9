import { z } from 'zod';
import { expect, test } from 'vitest';
import { bulkRoutes } from './bulk-routes.ts';
import { officeBulkRoutes } from './office-bulk-routes.ts';
import { type RouteName, ROUTES } from './routes.ts';

/** Prefixes of calls that cannot overwrite what somebody else entered meanwhile, each with the reason. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  'get-': 'reads',
  'preview-': 'takes back what it tries',
  'menu-check-': 'reads',
  'delete-': 'hides a record as a whole, with what others entered',
  'restore-': 'brings it back as it was',
  'undo-': 'leaves what was changed since',
  'add-': 'makes something new',
  'create-': 'makes something new',
  'import-': 'makes something new',
  'send-': 'does something once',
  'test-': 'does something once',
  'end-': 'ends something as a whole',
  'revoke-': 'ends something as a whole',
  'renew-': 'makes a new secret, which replaces any other',
  'cancel-': 'ends something as a whole',
  'choose-import-': 'of the own import, before it is run',
};

/** Sets one field to the caller's value, whatever it was; the rest of the record stays. */
const SETS_ONE = 'sets one field to what the person chose on what is shown';
const OWN = 'of the caller’s own account, which one person changes';
const ONCE = 'does something once';
const NEW = 'makes something new';

const WITHOUT: Partial<Record<RouteName, string>> = {
  login: ONCE,
  logout: ONCE,
  'login-second-factor': ONCE,
  'forgot-password': ONCE,
  'reset-password': OWN,
  'session-check': 'reads',
  'edit-permission-check': 'reads',
  'create-permission-check': 'reads',
  'delete-permission-check': 'reads',
  'change-password': 'asks for the present password',
  'start-two-factor': OWN,
  'confirm-two-factor': OWN,
  'stop-two-factor': OWN,
  'new-recovery-codes': OWN,
  'read-notification': OWN,
  'read-message': OWN,
  'mark-report': OWN,
  'make-calendar-feed': OWN,
  'keep-message-draft': 'a draft is seen by who writes it alone',
  'save-push-browser': 'a browser subscribes anew with its own keys',
  'save-list-view': 'saved under a name, and one of the same name is meant to be replaced',
  'share-list-view': 'saved under a name, and one of the same name is meant to be replaced',
  'unshare-list-view': 'hides a record as a whole, with what others entered',
  'save-command-template': 'saved under a name, and one of the same name is meant to be replaced',
  'save-organisation-logo': 'one picture, which another one is meant to replace',
  'set-user-disabled': SETS_ONE,
  'set-alarm-rule-enabled': SETS_ONE,
  'pause-recurring-expense': SETS_ONE,
  'pause-report-schedule': SETS_ONE,
  'move-task': 'sets the state or the day to what the person chose on what is shown',
  'tag-fences': 'adds and takes away the tags that are named, and leaves the others',
  'apply-sensor-profile': SETS_ONE,
  'make-device-secret': 'makes a new secret, which replaces any other',
  'drop-device-secret': SETS_ONE,
  'force-sign-out': ONCE,
  'reset-two-factor': ONCE,
  'reopen-work-order': SETS_ONE,
  'dismiss-driver': 'hands over what there is at that moment',
  'swap-device': 'refused where the moment is before what is there now',
  'move-vehicles': 'moves records as a whole, with what others entered',
  'move-devices': 'moves records as a whole, with what others entered',
  'name-driver': NEW,
  'name-vendor': NEW,
  'adopt-device': NEW,
  'block-network': NEW,
  'unblock-network': 'ends something as a whole',
  'record-payment': NEW,
  'open-own-run': ONCE,
  'export-report': NEW,
  'retry-download': ONCE,
  'resend-webhook-delivery': ONCE,
  'check-import': 'of the own import, before it is run',
  'run-import': ONCE,
  'drop-import': 'ends something as a whole',
  'switch-output': ONCE,
  'stop-engine': ONCE,
  'resume-engine': ONCE,
  'propose-route-order': 'proposes, and changes nothing',
  'propose-spread': 'proposes, and changes nothing',
  'time-spread': 'proposes, and changes nothing',
  'accept-spread': NEW,
  'say-stop-word': NEW,
  'answer-driver-message': 'the first answer counts',
  'remove-file': 'takes one file off a record, for which it can be put back',
  'change-file': 'the name and the day of one photo or file, which are shown where they are changed',
};
/** These change one field of many previewed records; their undo skips records that were changed since. */
const BULK = { ...bulkRoutes, ...officeBulkRoutes };

/** The part of the record that the person saw, which they check instead of a version. */
const SEEN: Partial<Record<RouteName, string>> = {
  'decide-expenses': 'versions',
  'handle-alarm': 'assigneeWas',
  'sort-menus': 'was',
  'exchange-devices': 'otherDeviceId',
};

const names = Object.keys(ROUTES).filter((name): name is RouteName => name in ROUTES);
const reasonOf = (name: RouteName): string | undefined =>
  WITHOUT[name] ??
  (name in BULK ? 'sets one field of many, as previewed' : undefined) ??
  Object.entries(BEGINNINGS).find(([beginning]) => name.startsWith(beginning))?.[1];

/** True when the version is in the output, or in the record of the output. */
function answersVersion(name: RouteName): boolean {
  const { shape } = ROUTES[name].output;
  return [shape, ...Object.values(shape).flatMap((part) => (part instanceof z.ZodObject ? [part.shape] : []))].some(
    (fields) => 'version' in fields,
  );
}

test.each(names)('%s takes the version that was read and answers the new one, or has a reason not to', (name) => {
  const { shape } = ROUTES[name].input;
  if ('version' in shape) {
    expect(WITHOUT[name]).toBeUndefined();
    expect(answersVersion(name)).toBe(true);
    return;
  }
  const seen = SEEN[name];
  if (seen === undefined) expect(reasonOf(name)).toBeDefined();
  else expect(Object.keys(shape)).toContain(seen);
});
