import { z } from 'zod';
import { CHANGED, OF_A_PAGE, OwnField, PREVIEWED, UNDONE, wantedOf } from './bulk-change.ts';
import {
  CONTACT_BULK_FIELDS,
  DOCUMENT_BULK_FIELDS,
  EXPENSE_BULK_FIELDS,
  OUTLET_BULK_FIELDS,
  PLAN_BULK_FIELDS,
  SUBSCRIPTION_BULK_FIELDS,
  TASK_BULK_FIELDS,
} from './bulk-kinds.ts';
import { contactRoutes } from './contact-routes.ts';
import { documentRoutes } from './document-routes.ts';
import { expenseRoutes } from './expense-routes.ts';
import { say } from './fault.ts';
import { maintenanceRoutes } from './maintenance-routes.ts';
import { outletRoutes } from './outlet-routes.ts';
import { grant, route } from './route.ts';
import { subscriptionRoutes } from './subscription-routes.ts';
import { taskRoutes } from './task-routes.ts';

const Expenses = wantedOf(
  z.union([z.enum(EXPENSE_BULK_FIELDS), OwnField], say('choose-offered')),
  expenseRoutes['get-expense-list'].input.omit(OF_A_PAGE).strict(),
);

const Documents = wantedOf(
  z.enum(DOCUMENT_BULK_FIELDS, say('choose-offered')),
  documentRoutes['get-document-list'].input.omit(OF_A_PAGE).strict(),
);

const Contacts = wantedOf(
  z.enum(CONTACT_BULK_FIELDS, say('choose-offered')),
  contactRoutes['get-contact-list'].input.omit(OF_A_PAGE).strict(),
);

const Outlets = wantedOf(
  z.union([z.enum(OUTLET_BULK_FIELDS), OwnField], say('choose-offered')),
  outletRoutes['get-outlet-list'].input.omit(OF_A_PAGE).strict(),
);

const Tasks = wantedOf(
  z.enum(TASK_BULK_FIELDS, say('choose-offered')),
  taskRoutes['get-task-list'].input.omit(OF_A_PAGE).strict(),
);

const Plans = wantedOf(
  z.enum(PLAN_BULK_FIELDS, say('choose-offered')),
  maintenanceRoutes['get-service-plan-list'].input.omit(OF_A_PAGE).strict(),
);

const Subscriptions = wantedOf(
  z.enum(SUBSCRIPTION_BULK_FIELDS, say('choose-offered')),
  subscriptionRoutes['get-subscription-list'].input.omit(OF_A_PAGE).strict(),
);

const expenses = { access: grant('expenses')('edit') };
const documents = { access: grant('media')('edit') };
const contacts = { access: grant('contacts')('edit') };
const outlets = { access: grant('outlets')('edit') };
const tasks = { access: grant('tasks')('edit') };
const plans = { access: grant('maintenance')('edit') };
const subscriptions = { access: grant('subscriptions')('edit') };

/** One field of many records of the office: see `bulk-change.ts`. */
export const officeBulkRoutes = {
  'preview-outlet-change': route({ ...outlets, limited: 'denied', ...PREVIEWED, input: Outlets }),
  'change-outlets': route({ ...outlets, limited: 'denied', ...CHANGED, input: Outlets }),
  'undo-outlet-change': route({ ...outlets, limited: 'denied', ...UNDONE }),
  'preview-expense-change': route({ ...expenses, limited: 'allowed', ...PREVIEWED, input: Expenses }),
  'change-expenses': route({ ...expenses, limited: 'allowed', ...CHANGED, input: Expenses }),
  'undo-expense-change': route({ ...expenses, limited: 'allowed', ...UNDONE }),
  'preview-document-change': route({ ...documents, limited: 'allowed', ...PREVIEWED, input: Documents }),
  'change-documents': route({ ...documents, limited: 'allowed', ...CHANGED, input: Documents }),
  'undo-document-change': route({ ...documents, limited: 'allowed', ...UNDONE }),
  'preview-contact-change': route({ ...contacts, limited: 'allowed', ...PREVIEWED, input: Contacts }),
  'change-contacts': route({ ...contacts, limited: 'allowed', ...CHANGED, input: Contacts }),
  'undo-contact-change': route({ ...contacts, limited: 'allowed', ...UNDONE }),
  'preview-task-change': route({ ...tasks, limited: 'allowed', ...PREVIEWED, input: Tasks }),
  /** Whoever they are given to is told by the bell, once. */
  'change-tasks': route({ ...tasks, limited: 'allowed', ...CHANGED, input: Tasks }),
  'undo-task-change': route({ ...tasks, limited: 'allowed', ...UNDONE }),
  'preview-service-plan-change': route({ ...plans, limited: 'denied', ...PREVIEWED, input: Plans }),
  'change-service-plans': route({ ...plans, limited: 'denied', ...CHANGED, input: Plans }),
  'undo-service-plan-change': route({ ...plans, limited: 'denied', ...UNDONE }),
  'preview-subscription-change': route({ ...subscriptions, limited: 'denied', ...PREVIEWED, input: Subscriptions }),
  'change-subscriptions': route({ ...subscriptions, limited: 'denied', ...CHANGED, input: Subscriptions }),
  'undo-subscription-change': route({ ...subscriptions, limited: 'denied', ...UNDONE }),
};
