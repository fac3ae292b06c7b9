// This file does not import zod, because lists and forms of the browser use these kinds.

/** The kinds of expenses. */
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

/** True for the kinds whose quantity is in litres; the others count pieces. */
export const isLiquid = (kind: ExpenseKind): boolean => kind === 'fuel' || kind === 'adBlue';

/** A draft requires no action yet; `submitted` waits for a decision; `approved` can no longer be changed. */
export const EXPENSE_STATES = ['draft', 'submitted', 'approved', 'refused'] as const;
export type ExpenseState = (typeof EXPENSE_STATES)[number];

/** Why an expense may duplicate an earlier one. */
export const DUPLICATE_REASONS = ['bill', 'day'] as const;
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number];

/**
 * The data of the vehicle's device that can contradict an expense: the vehicle's position, and the rise of the fuel
 * level.
 */
export const EXPENSE_FINDINGS = ['place', 'tank'] as const;
export type ExpenseFinding = (typeof EXPENSE_FINDINGS)[number];

/** How often an expense recurs. */
export const RECURRENCES = ['week', 'month', 'quarter', 'year'] as const;
export type Recurrence = (typeof RECURRENCES)[number];

export const RECURRING_STATES = ['running', 'paused', 'ended'] as const;
export type RecurringState = (typeof RECURRING_STATES)[number];
