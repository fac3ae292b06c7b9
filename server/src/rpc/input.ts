import { BAD_CHARACTER } from '@milepost/contract/common';
import { z } from 'zod';
import { AppError } from '../errors.ts';

/** How many refused fields the sentence for the person names. */
const NAMED_FIELDS = 3;

/**
 * Parses what the browser sent.
 * @throws AppError `invalid` with a message for each refused field, by its dotted path
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body, { error: sentence });
  const fields: Record<string, string> = {};
  if (parsed.success) {
    findUnstorable(parsed.data, [], fields);
  } else {
    for (const issue of parsed.error.issues) fields[pathOf(issue.path)] ??= issue.message;
  }
  if (!parsed.success || Object.keys(fields).length > 0) throw refused(fields);
  return parsed.data;
}

/** The failure for fields that were refused; also for handlers that refuse for reasons a schema cannot know. */
export function refused(fields: Record<string, string>): AppError {
  const named = Object.entries(fields).slice(0, NAMED_FIELDS);
  return new AppError('invalid', named.map(([field, message]) => `${field}: ${message}`).join(' '), { fields });
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'body' : path.map(String).join('.');
}

/** Sentences for what the contract leaves to the default; messages written in a schema win over these. */
function sentence(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'Enter a value.'
        : `Must be ${article(issue.expected)}.`;
    case 'invalid_value':
      return `Choose one of: ${issue.values.map(String).join(', ')}.`;
    case 'too_small':
      return `Must be at least ${issue.minimum}${lengthUnit(issue.origin)}.`;
    case 'too_big':
      return `Must be at most ${issue.maximum}${lengthUnit(issue.origin)}.`;
    case 'invalid_format':
      return issue.format === 'datetime' ? 'Must be a time such as 2026-01-31T08:00:00Z.' : 'Has the wrong form.';
    default:
      return 'Is not valid.';
  }
}

function lengthUnit(origin: string): string {
  if (origin === 'string') return ' characters long';
  return origin === 'array' ? ' entries long' : '';
}

function article(expected: string): string {
  const names: Record<string, string> = {
    int: 'a whole number',
    array: 'a list',
    object: 'an object',
    string: 'a text',
  };
  return names[expected] ?? `a ${expected}`;
}

/**
 * PostgreSQL stores neither the character NUL nor half of a surrogate pair: refuse them here, where the field can be
 * named.
 */
function findUnstorable(value: unknown, path: string[], fields: Record<string, string>): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) fields[pathOf(path)] = BAD_CHARACTER;
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, entry] of Object.entries(value)) findUnstorable(entry, [...path, key], fields);
  }
}
