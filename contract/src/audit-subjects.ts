import { RECORD_KIND_NAMES, type RecordKind } from './record-kinds.ts';

// This file does not import zod, because the browser offers its values as filters.

/** The subjects of the audit log that are no kind of record. */
const OTHERS = [
  'meter',
  'sensor',
  'sensor-profile',
  'list-view',
  'own-field',
  'command',
  'command-template',
  'installation',
  'assignment',
  'group',
  'place',
  'service-record',
  'checklist',
  'recurring-expense',
  'budget',
  'report-schedule',
  'saved-report',
  'depot',
  'route-plan',
  'route-run',
  'run-link',
  'plan',
  'credit-note',
  'payment',
  'user',
  'role',
  'menu',
  'organisation',
  'legal-hold',
  'private-rule',
  'private-mark',
  'api-token',
  'share',
  'alarm-rule',
  'webhook',
  'blocked-network',
  'json-profile',
  'layout-profile',
  'session',
  'export',
  'server',
] as const;

/** The audit log calls a run `route-run`. */
export type AuditSubject = Exclude<RecordKind, 'run'> | (typeof OTHERS)[number];

/**
 * The subjects of the audit log. The server needs the stored values of each subject, and a test needs its name in the
 * texts.
 */
export const AUDIT_SUBJECTS: readonly AuditSubject[] = [
  ...RECORD_KIND_NAMES.filter((kind) => kind !== 'run'),
  ...OTHERS,
];
