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
import { faultCode } from './fault.ts';
import { maintenanceRoutes } from './maintenance-routes.ts';
import { outletRoutes } from './outlet-routes.ts';
import { grant, route } from './route.ts';
import { subscriptionRoutes } from './subscription-routes.ts';
import { taskRoutes } from './task-routes.ts';

const Expenses = wantedOf(
  z.union([z.enum(EXPENSE_BULK_FIELDS), OwnField], faultCode('choose-offered')),
  expenseRoutes['get-expense-list'].input.omit(OF_A_PAGE).strict(),
);

const Documents = wantedOf(
  z.enum(DOCUMENT_BULK_FIELDS, faultCode('choose-offered')),
  documentRoutes['get-document-list'].input.omit(OF_A_PAGE).strict(),
);

const Contacts = wantedOf(
  z.enum(CONTACT_BULK_FIELDS, faultCode('choose-offered')),
  contactRoutes['get-contact-list'].input.omit(OF_A_PAGE).strict(),
);

const Outlets = wantedOf(
  z.union([z.enum(OUTLET_BULK_FIELDS), OwnField], faultCode('choose-offered')),
  outletRoutes['get-outlet-list'].input.omit(OF_A_PAGE).strict(),
);

const Tasks = wantedOf(
  z.enum(TASK_BULK_FIELDS, faultCode('choose-offered')),
  taskRoutes['get-task-list'].input.omit(OF_A_PAGE).strict(),
);

const Plans = wantedOf(
  z.enum(PLAN_BULK_FIELDS, faultCode('choose-offered')),
  maintenanceRoutes['get-service-plan-list'].input.omit(OF_A_PAGE).strict(),
);

const Subscriptions = wantedOf(
  z.enum(SUBSCRIPTION_BULK_FIELDS, faultCode('choose-offered')),
  subscriptionRoutes['get-subscription-list'].input.omit(OF_A_PAGE).strict(),
);

const expenses = { access: grant('expenses')('edit') };
const documents = { access: grant('media')('edit') };
const contacts = { access: grant('contacts')('edit') };
const outlets = { access: grant('outlets')('edit') };
const tasks = { access: grant('tasks')('edit') };
const plans = { access: grant('maintenance')('edit') };
const subscriptions = { access: grant('subscriptions')('edit') };

/** Changes one field of many office records; see `bulk-change.ts`. */
export const officeBulkRoutes = {
  'preview-outlet-change': route({
    ...outlets,
    limited: 'denied',
    subject: 'outlet',
    example: { ids: [999_999], field: 'note', value: 'Back door' },
    bounds: { 'rows[]': 100 },
    ...PREVIEWED,
    input: Outlets,
  }),
  'change-outlets': route({
    ...outlets,
    limited: 'denied',
    subject: 'outlet',
    example: { ids: [999_999], field: 'note', value: 'Back door' },
    bounds: { 'refused[]': 100 },
    ...CHANGED,
    input: Outlets,
  }),
  'undo-outlet-change': route({
    ...outlets,
    limited: 'denied',
    subject: 'bulk',
    example: { id: 999_999 },
    bounds: { 'kept[]': 100 },
    ...UNDONE,
  }),
  'preview-expense-change': route({
    ...expenses,
    limited: 'allowed',
    subject: 'expense',
    example: { ids: [999_999], field: 'note', value: 'Lease' },
    bounds: { 'rows[]': 100 },
    ...PREVIEWED,
    input: Expenses,
  }),
  'change-expenses': route({
    ...expenses,
    limited: 'allowed',
    subject: 'expense',
    example: { ids: [999_999], field: 'note', value: 'Lease' },
    bounds: { 'refused[]': 100 },
    ...CHANGED,
    input: Expenses,
  }),
  'undo-expense-change': route({
    ...expenses,
    limited: 'allowed',
    subject: 'bulk',
    example: { id: 999_999 },
    bounds: { 'kept[]': 100 },
    ...UNDONE,
  }),
  'preview-document-change': route({
    ...documents,
    limited: 'allowed',
    subject: 'document',
    example: { ids: [999_999], field: 'issuer', value: 'Acme' },
    bounds: { 'rows[]': 100 },
    ...PREVIEWED,
    input: Documents,
  }),
  'change-documents': route({
    ...documents,
    limited: 'allowed',
    subject: 'document',
    example: { ids: [999_999], field: 'issuer', value: 'Acme' },
    bounds: { 'refused[]': 100 },
    ...CHANGED,
    input: Documents,
  }),
  'undo-document-change': route({
    ...documents,
    limited: 'allowed',
    subject: 'bulk',
    example: { id: 999_999 },
    bounds: { 'kept[]': 100 },
    ...UNDONE,
  }),
  'preview-contact-change': route({
    ...contacts,
    limited: 'allowed',
    subject: 'contact',
    example: { ids: [999_999], field: 'note', value: 'Open at night' },
    bounds: { 'rows[]': 100 },
    ...PREVIEWED,
    input: Contacts,
  }),
  'change-contacts': route({
    ...contacts,
    limited: 'allowed',
    subject: 'contact',
    example: { ids: [999_999], field: 'note', value: 'Open at night' },
    bounds: { 'refused[]': 100 },
    ...CHANGED,
    input: Contacts,
  }),
  'undo-contact-change': route({
    ...contacts,
    limited: 'allowed',
    subject: 'bulk',
    example: { id: 999_999 },
    bounds: { 'kept[]': 100 },
    ...UNDONE,
  }),
  'preview-task-change': route({
    ...tasks,
    limited: 'allowed',
    subject: 'task',
    example: { ids: [999_999], field: 'state', value: 'done' },
    bounds: { 'rows[]': 100 },
    ...PREVIEWED,
    input: Tasks,
  }),
  /** A new assignee receives a single notification for all of them. */
  'change-tasks': route({
    ...tasks,
    limited: 'allowed',
    subject: 'task',
    example: { ids: [999_999], field: 'state', value: 'done' },
    bounds: { 'refused[]': 100 },
    ...CHANGED,
    input: Tasks,
  }),
  'undo-task-change': route({
    ...tasks,
    limited: 'allowed',
    subject: 'bulk',
    example: { id: 999_999 },
    bounds: { 'kept[]': 100 },
    ...UNDONE,
  }),
  'preview-service-plan-change': route({
    ...plans,
    limited: 'denied',
    subject: 'servicePlan',
    example: { ids: [999_999], field: 'leadDays', value: 14 },
    bounds: { 'rows[]': 100 },
    ...PREVIEWED,
    input: Plans,
  }),
  'change-service-plans': route({
    ...plans,
    limited: 'denied',
    subject: 'servicePlan',
    example: { ids: [999_999], field: 'leadDays', value: 14 },
    bounds: { 'refused[]': 100 },
    ...CHANGED,
    input: Plans,
  }),
  'undo-service-plan-change': route({
    ...plans,
    limited: 'denied',
    subject: 'bulk',
    example: { id: 999_999 },
    bounds: { 'kept[]': 100 },
    ...UNDONE,
  }),
  'preview-subscription-change': route({
    ...subscriptions,
    limited: 'denied',
    subject: 'subscription',
    example: { ids: [999_999], field: 'note', value: 'Yearly' },
    bounds: { 'rows[]': 100 },
    ...PREVIEWED,
    input: Subscriptions,
  }),
  'change-subscriptions': route({
    ...subscriptions,
    limited: 'denied',
    subject: 'subscription',
    example: { ids: [999_999], field: 'note', value: 'Yearly' },
    bounds: { 'refused[]': 100 },
    ...CHANGED,
    input: Subscriptions,
  }),
  'undo-subscription-change': route({
    ...subscriptions,
    limited: 'denied',
    subject: 'bulk',
    example: { id: 999_999 },
    bounds: { 'kept[]': 100 },
    ...UNDONE,
  }),
};
