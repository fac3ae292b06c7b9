import { z } from 'zod';
import { Empty, Id, listOutput, optionalText, Version } from './common.ts';
import { Expense, ExpenseListInput } from './expense-operations.ts';
import { faultCode } from './fault.ts';
import { grant, operation } from './operation.ts';

/** How many expenses can be decided on in one call. */
const MAX_DECIDED = 100;
const approval = grant('expense-approval');

/** The people who decide on expenses need not be those who enter them. */
export const expenseApprovalOperations = {
  'get-expense-queue': operation({
    summary: 'Lists expenses that wait for a decision.',
    access: approval('view'),
    limited: 'allowed',
    bounds: { 'rows[].own[]': 'MAX_OWN_FIELDS of the contract' },
    input: ExpenseListInput,
    output: listOutput(Expense),
  }),
  'decide-expenses': operation({
    summary: 'Decides on all of some expenses or on none; `reopen` withdraws a decision.',
    access: approval('edit'),
    limited: 'allowed',
    subject: 'expense',
    audit: 'expense',
    errors: [404, 409],
    seen: 'versions',
    example: { ids: [999_999], versions: [1], decision: 'approve' },
    input: z
      .object({
        ids: z.array(Id).min(1, faultCode('choose-one')).max(MAX_DECIDED, faultCode('choose-at-most')),
        /**
         * The version of each expense that the caller saw: an expense that was changed since is not decided on.
         * Required for an approval.
         */
        versions: z.array(Version).max(MAX_DECIDED, faultCode('choose-at-most')).optional(),
        decision: z.enum(['approve', 'refuse', 'reopen']),
        reason: optionalText(300),
      })
      .refine(({ decision, reason }) => decision !== 'refuse' || reason !== null, {
        error: faultCode('enter-reason'),
        path: ['reason'],
      })
      .refine(
        ({ decision, ids, versions }) =>
          (versions?.length ?? (decision === 'approve' ? -1 : ids.length)) === ids.length,
        {
          error: faultCode('not-valid'),
          path: ['versions'],
        },
      ),
    output: Empty,
  }),
};
