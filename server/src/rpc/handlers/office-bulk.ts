import type { ParsedInput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { notifyAssignees } from '../../notify/notify-assignees.ts';
import { contactBulk } from '../../store/bulk/contact-bulk.ts';
import { documentBulk } from '../../store/bulk/document-bulk.ts';
import { expenseBulk } from '../../store/bulk/expense-bulk.ts';
import { outletBulk } from '../../store/bulk/outlet-bulk.ts';
import { planBulk } from '../../store/bulk/plan-bulk.ts';
import { subscriptionBulk } from '../../store/bulk/subscription-bulk.ts';
import { taskBulk } from '../../store/bulk/task-bulk.ts';
import { listContacts } from '../../store/contacts/contacts.ts';
import { listDocuments } from '../../store/documents/documents.ts';
import { listExpenses } from '../../store/expenses/expenses.ts';
import { viewerOf } from '../../store/files/records.ts';
import { listPlans } from '../../store/maintenance/plans.ts';
import { listOutlets } from '../../store/outlets/outlets.ts';
import { listSubscriptions } from '../../store/subscriptions/subscriptions.ts';
import { listTasks } from '../../store/tasks/tasks.ts';
import type { Handlers } from '../handler.ts';
import { allOf, bulkHandlersOf, idsIn } from './bulk-handlers.ts';
import { expiryChanged } from './subscriptions.ts';

type Change =
  | 'change-expenses'
  | 'change-documents'
  | 'change-contacts'
  | 'change-outlets'
  | 'change-tasks'
  | 'change-service-plans'
  | 'change-subscriptions';
type FilterOf<Name extends Change> = NonNullable<ParsedInput<Operations[Name]>['filter']>;

const expenses = bulkHandlersOf(expenseBulk, {
  idsOf: async ({ services, caller }, filter: FilterOf<'change-expenses'>) =>
    idsIn(await listExpenses(services.database, caller.scope, caller.userId, allOf(filter, 'day'))),
});
const documents = bulkHandlersOf(documentBulk, {
  idsOf: async ({ services, caller }, filter: FilterOf<'change-documents'>) =>
    idsIn(await listDocuments(services.database, caller.scope, allOf(filter, 'kind'))),
});
const contacts = bulkHandlersOf(contactBulk, {
  idsOf: async ({ services, caller }, filter: FilterOf<'change-contacts'>) =>
    idsIn(await listContacts(services.database, caller.scope, allOf(filter, 'name'))),
});
const outlets = bulkHandlersOf(outletBulk, {
  idsOf: async ({ services, caller }, filter: FilterOf<'change-outlets'>) =>
    idsIn(await listOutlets(services.database, caller.scope, allOf(filter, 'code'))),
});
const tasks = bulkHandlersOf(taskBulk, {
  idsOf: async ({ services, caller }, filter: FilterOf<'change-tasks'>) =>
    idsIn(await listTasks(services.database, viewerOf(caller), allOf(filter, 'due'))),
  publish: ({ services, caller }, given) =>
    notifyAssignees(
      services,
      caller.displayName,
      given.filter((task) => task !== null),
    ),
});
const plans = bulkHandlersOf(planBulk, {
  idsOf: async ({ services, caller }, filter: FilterOf<'change-service-plans'>) =>
    idsIn(await listPlans(services.database, caller.scope, allOf(filter, 'task'))),
});

const subscriptions = bulkHandlersOf(subscriptionBulk, {
  idsOf: async ({ services, caller }, filter: FilterOf<'change-subscriptions'>) =>
    idsIn(await listSubscriptions(services.database, caller.scope, allOf(filter, 'untilDay'))),
  async publish(context, organisationIds) {
    for (const id of new Set(organisationIds)) await expiryChanged(context, id);
  },
});

/** Changes one field of many office records. */
export const officeBulkHandlers = {
  'preview-outlet-change': outlets.preview,
  'change-outlets': outlets.change,
  'undo-outlet-change': outlets.undo,
  'preview-expense-change': expenses.preview,
  'change-expenses': expenses.change,
  'undo-expense-change': expenses.undo,
  'preview-document-change': documents.preview,
  'change-documents': documents.change,
  'undo-document-change': documents.undo,
  'preview-contact-change': contacts.preview,
  'change-contacts': contacts.change,
  'undo-contact-change': contacts.undo,
  'preview-task-change': tasks.preview,
  'change-tasks': tasks.change,
  'undo-task-change': tasks.undo,
  'preview-service-plan-change': plans.preview,
  'change-service-plans': plans.change,
  'undo-service-plan-change': plans.undo,
  'preview-subscription-change': subscriptions.preview,
  'change-subscriptions': subscriptions.change,
  'undo-subscription-change': subscriptions.undo,
} satisfies Partial<Handlers>;
