import { z } from 'zod';
import { CHANGED, OwnField, PREVIEWED, UNDONE, wantedOf } from './bulk-change.ts';
import { DOCUMENT_BULK_FIELDS, EXPENSE_BULK_FIELDS } from './bulk-kinds.ts';
import { documentRoutes } from './document-routes.ts';
import { expenseRoutes } from './expense-routes.ts';
import { say } from './fault.ts';
import { grant, route } from './route.ts';

/** What is of a page, and not of which records are meant. */
const OF_A_PAGE = { sort: true, direction: true, page: true, pageSize: true } as const;

const Expenses = wantedOf(
  z.union([z.enum(EXPENSE_BULK_FIELDS), OwnField], say('choose-offered')),
  expenseRoutes['get-expense-list'].input.omit(OF_A_PAGE).strict(),
);

const Documents = wantedOf(
  z.enum(DOCUMENT_BULK_FIELDS, say('choose-offered')),
  documentRoutes['get-document-list'].input.omit(OF_A_PAGE).strict(),
);

const expenses = { access: grant('expenses')('edit') };
const documents = { access: grant('media')('edit') };

/** One field of many records of the office: see `bulk-change.ts`. */
export const officeBulkRoutes = {
  'preview-expense-change': route({ ...expenses, ...PREVIEWED, input: Expenses }),
  'change-expenses': route({ ...expenses, ...CHANGED, input: Expenses }),
  'undo-expense-change': route({ ...expenses, ...UNDONE }),
  'preview-document-change': route({ ...documents, ...PREVIEWED, input: Documents }),
  'change-documents': route({ ...documents, ...CHANGED, input: Documents }),
  'undo-document-change': route({ ...documents, ...UNDONE }),
};
