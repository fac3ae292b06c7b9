import { expect, it } from 'vitest';
import { auditedBy, type Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';

/**
 * Every call that changes something says which entries it leaves in the audit log, or why it leaves none.
 */
const OWN = 'concerns what only the caller sees';
const DRAFT = 'prepares an import, whose start is in the log';
const TRIES = 'rolls back what it tries';
const PROPOSES = 'proposes and changes nothing';

const WITHOUT: Readonly<Record<string, string>> = {
  login: 'is in the list of sign-ins',
  'login-second-factor': 'is in the list of sign-ins',
  logout: 'is in the list of sign-ins',
  'forgot-password': 'sends a link; the new password is in the log',
  'start-two-factor': 'shows a secret; turning it on is in the log',
  'choose-import-sheet': DRAFT,
  'choose-import-headings': DRAFT,
  'choose-import-encoding': DRAFT,
  'check-import': DRAFT,
  'drop-import': DRAFT,
  'propose-route-order': PROPOSES,
  'propose-spread': PROPOSES,
  'time-spread': PROPOSES,
  'test-webhook': 'is in the delivery log of the webhook',
  'test-push-browser': OWN,
  'read-notification': OWN,
  'read-message': OWN,
  'keep-message-draft': OWN,
  'delete-message': OWN,
  'restore-message': OWN,
  'mark-report': OWN,
  'close-news': OWN,
  'cancel-download': OWN,
  'retry-download': OWN,
  'delete-download': OWN,
  'send-report-schedule': 'sends the report to the caller alone, and is in the list of its runs',
  'say-stop-word': 'is an entry of the run, which stays',
  'add-stop-photo': 'is an entry of the run, which stays',
  'answer-driver-message': 'is the answer to the message, which stays',
  'add-files': 'is in the log of the record of the file, whichever kind that is',
  'remove-file': 'is in the log of the record of the file, whichever kind that is',
  'change-file': 'is in the log of the record of the file, whichever kind that is',
};

const operations: readonly (readonly [string, Operation])[] = Object.entries(OPERATIONS);
const changes = ([name, { unversioned }]: readonly [string, Operation]) =>
  unversioned !== undefined || /^(?:save|change|update)-/.test(name);

it('every call that changes something names its entries in the audit log, or is listed with a reason', () => {
  const changing = operations.filter(changes);
  expect(changing.length).toBeGreaterThan(200);
  const silent = changing.filter(([, one]) => auditedBy(one).length === 0 && one.unversioned !== TRIES);
  expect(silent.map(([name]) => name).toSorted()).toEqual(Object.keys(WITHOUT).toSorted());
});
