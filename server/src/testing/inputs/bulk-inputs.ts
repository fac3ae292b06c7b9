import type { RouteName } from '@milepost/contract/routes';
import { id, NOWHERE } from './nowhere.ts';

/** Changes of one field of many records; see `valid-input.ts`. */
export const BULK_INPUTS = {
  'preview-expense-change': { ids: [NOWHERE], field: 'note', value: 'Lease' },
  'change-expenses': { ids: [NOWHERE], field: 'note', value: 'Lease' },
  'undo-expense-change': id,
  'preview-document-change': { ids: [NOWHERE], field: 'issuer', value: 'Acme' },
  'change-documents': { ids: [NOWHERE], field: 'issuer', value: 'Acme' },
  'undo-document-change': id,
  'preview-contact-change': { ids: [NOWHERE], field: 'note', value: 'Open at night' },
  'change-contacts': { ids: [NOWHERE], field: 'note', value: 'Open at night' },
  'undo-contact-change': id,
  'preview-outlet-change': { ids: [NOWHERE], field: 'note', value: 'Back door' },
  'change-outlets': { ids: [NOWHERE], field: 'note', value: 'Back door' },
  'undo-outlet-change': id,
  'preview-task-change': { ids: [NOWHERE], field: 'state', value: 'done' },
  'change-tasks': { ids: [NOWHERE], field: 'state', value: 'done' },
  'undo-task-change': id,
  'preview-service-plan-change': { ids: [NOWHERE], field: 'leadDays', value: 14 },
  'change-service-plans': { ids: [NOWHERE], field: 'leadDays', value: 14 },
  'undo-service-plan-change': id,
  'preview-alarm-rule-change': { ids: [NOWHERE], field: 'severity', value: 'minor' },
  'change-alarm-rules': { ids: [NOWHERE], field: 'severity', value: 'minor' },
  'undo-alarm-rule-change': id,
  'preview-fence-change': { ids: [NOWHERE], field: 'alarmEnter', value: true },
  'change-fences': { ids: [NOWHERE], field: 'alarmEnter', value: true },
  'undo-fence-change': id,
  'preview-subscription-change': { ids: [NOWHERE], field: 'note', value: 'Yearly' },
  'change-subscriptions': { ids: [NOWHERE], field: 'note', value: 'Yearly' },
  'undo-subscription-change': id,
} satisfies Partial<Record<RouteName, Record<string, unknown>>>;
