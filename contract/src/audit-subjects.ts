// Without zod: the browser offers them as filters.

/**
 * What the audit log tells of. A new one is a line here; without its values in the server it does not compile, and a test
 * asks for its name in the texts.
 */
export const AUDIT_SUBJECTS = [
  'vehicle',
  'meter',
  'list-view',
  'own-field',
  'device',
  'installation',
  'driver',
  'assignment',
  'group',
  'fence',
  'place',
  'document',
  'service-plan',
  'service-record',
  'work-order',
  'checklist',
  'inspection',
  'expense',
  'recurring-expense',
  'budget',
  'report-schedule',
  'contact',
  'plan',
  'subscription',
  'invoice',
  'credit-note',
  'payment',
  'task',
  'message',
  'user',
  'role',
  'menu',
  'organisation',
  'api-token',
  'share',
  'alarm',
  'alarm-rule',
  'webhook',
  'blocked-network',
  'session',
] as const;
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number];
