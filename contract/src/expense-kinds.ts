// Without zod: lists and forms of the browser take the kinds from here.

/** What money is spent on. */
export const EXPENSE_KINDS = [
  'fuel',
  'adBlue',
  'toll',
  'parking',
  'fine',
  'allowance',
  'loading',
  'repair',
  'service',
  'tyre',
  'insurance',
  'tax',
  'permit',
  'cleaning',
  'lease',
  'other',
] as const;
export type ExpenseKind = (typeof EXPENSE_KINDS)[number];

export const isExpenseKind = (text: string): text is ExpenseKind => EXPENSE_KINDS.some((one) => one === text);

/** Kinds of which the quantity is litres; of the others it is pieces. */
export const isLiquid = (kind: ExpenseKind): boolean => kind === 'fuel' || kind === 'adBlue';

/** A draft is nobody's concern yet; `submitted` waits for a decision; `approved` is not changed any more. */
export const EXPENSE_STATES = ['draft', 'submitted', 'approved', 'refused'] as const;
export type ExpenseState = (typeof EXPENSE_STATES)[number];

/** By what an expense may be one that was entered before. */
export const DUPLICATE_REASONS = ['bill', 'day'] as const;
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number];

/** In what the vehicle's device may contradict an expense: where it was, and how far the tank rose. */
export const EXPENSE_FINDINGS = ['place', 'tank'] as const;
export type ExpenseFinding = (typeof EXPENSE_FINDINGS)[number];

/** How often an expense comes again. */
export const EVERY = ['week', 'month', 'quarter', 'year'] as const;
export type Every = (typeof EVERY)[number];

export const RECURRING_STATES = ['running', 'paused', 'ended'] as const;
export type RecurringState = (typeof RECURRING_STATES)[number];
