import { z } from 'zod';
import { bulkCalls, OF_A_PAGE, OwnField, bulkSelection } from './bulk-change.ts';
import {
  CONTACT_BULK_FIELDS,
  DOCUMENT_BULK_FIELDS,
  EXPENSE_BULK_FIELDS,
  OUTLET_BULK_FIELDS,
  PLAN_BULK_FIELDS,
  SUBSCRIPTION_BULK_FIELDS,
  TASK_BULK_FIELDS,
} from './bulk-kinds.ts';
import { contactOperations } from './contact-operations.ts';
import { documentOperations } from './document-operations.ts';
import { expenseOperations } from './expense-operations.ts';
import { faultCode } from './fault.ts';
import { maintenanceOperations } from './maintenance-operations.ts';
import { outletOperations } from './outlet-operations.ts';
import { grant } from './operation.ts';
import { subscriptionOperations } from './subscription-operations.ts';
import { taskOperations } from './task-operations.ts';

const Expenses = bulkSelection(
  z.union([z.enum(EXPENSE_BULK_FIELDS), OwnField], faultCode('choose-offered')),
  expenseOperations['get-expense-list'].input.omit(OF_A_PAGE).strict(),
);

const Documents = bulkSelection(
  z.enum(DOCUMENT_BULK_FIELDS, faultCode('choose-offered')),
  documentOperations['get-document-list'].input.omit(OF_A_PAGE).strict(),
);

const Contacts = bulkSelection(
  z.enum(CONTACT_BULK_FIELDS, faultCode('choose-offered')),
  contactOperations['get-contact-list'].input.omit(OF_A_PAGE).strict(),
);

const Outlets = bulkSelection(
  z.union([z.enum(OUTLET_BULK_FIELDS), OwnField], faultCode('choose-offered')),
  outletOperations['get-outlet-list'].input.omit(OF_A_PAGE).strict(),
);

const Tasks = bulkSelection(
  z.enum(TASK_BULK_FIELDS, faultCode('choose-offered')),
  taskOperations['get-task-list'].input.omit(OF_A_PAGE).strict(),
);

const Plans = bulkSelection(
  z.enum(PLAN_BULK_FIELDS, faultCode('choose-offered')),
  maintenanceOperations['get-service-plan-list'].input.omit(OF_A_PAGE).strict(),
);

const Subscriptions = bulkSelection(
  z.enum(SUBSCRIPTION_BULK_FIELDS, faultCode('choose-offered')),
  subscriptionOperations['get-subscription-list'].input.omit(OF_A_PAGE).strict(),
);

const expenses = bulkCalls({
  access: grant('expenses')('edit'),
  limited: 'allowed',
  subject: 'expense',
  audit: 'expense',
  records: 'expenses',
  input: Expenses,
  example: { ids: [999_999], field: 'note', value: 'Lease' },
});
const documents = bulkCalls({
  access: grant('media')('edit'),
  limited: 'allowed',
  subject: 'document',
  audit: 'document',
  records: 'documents',
  input: Documents,
  example: { ids: [999_999], field: 'issuer', value: 'Acme' },
});
const contacts = bulkCalls({
  access: grant('contacts')('edit'),
  limited: 'allowed',
  subject: 'contact',
  audit: 'contact',
  records: 'contacts',
  input: Contacts,
  example: { ids: [999_999], field: 'note', value: 'Open at night' },
});
const outlets = bulkCalls({
  access: grant('outlets')('edit'),
  limited: 'denied',
  subject: 'outlet',
  audit: 'outlet',
  records: 'outlets',
  input: Outlets,
  example: { ids: [999_999], field: 'note', value: 'Back door' },
});
const tasks = bulkCalls({
  access: grant('tasks')('edit'),
  limited: 'allowed',
  subject: 'task',
  audit: 'task',
  records: 'tasks',
  effect: 'The new assignee is notified by the bell once.',
  input: Tasks,
  example: { ids: [999_999], field: 'state', value: 'done' },
});
const plans = bulkCalls({
  access: grant('maintenance')('edit'),
  limited: 'denied',
  subject: 'servicePlan',
  audit: 'service-plan',
  records: 'service plans',
  input: Plans,
  example: { ids: [999_999], field: 'leadDays', value: 14 },
});
const subscriptions = bulkCalls({
  access: grant('subscriptions')('edit'),
  limited: 'denied',
  subject: 'subscription',
  audit: 'subscription',
  records: 'subscriptions',
  input: Subscriptions,
  example: { ids: [999_999], field: 'note', value: 'Yearly' },
});

/** Changes one field of many office records; see `bulk-change.ts`. */
export const recordBulkOperations = {
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
};
