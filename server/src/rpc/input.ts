import { englishOf, faultOfIssue, issueCode, toFault, type Fault } from '@milepost/contract/fault';
import { BAD_CHARACTER } from '@milepost/contract/common';
import type { z } from 'zod';
import { type AppError, type FieldFaults, fieldError } from '../errors.ts';

/** The number of refused fields listed in the English message. */
const LISTED_FIELDS = 3;

/**
 * Parses the browser's input.
 * @throws AppError `invalid` with the fault of each refused field, by its dotted path
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body, { error: issueCode });
  const fields: Record<string, Fault> = {};
  if (parsed.success) {
    findUnstorable(parsed.data, [], fields);
  } else {
    for (const issue of parsed.error.issues) fields[pathOf(issue.path)] ??= faultOfIssue(issue);
  }
  if (!parsed.success || Object.keys(fields).length > 0) throw refused(fields);
  return parsed.data;
}

/** The failure for refused fields; also for handlers that refuse for reasons beyond the schema. */
export function refused(fields: FieldFaults): AppError {
  const listed = Object.entries(fields).slice(0, LISTED_FIELDS);
  const message = listed.map(([field, fault]) => `${field}: ${englishOf(toFault(fault))}`).join(' ');
  return fieldError('invalid', fields, { message });
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'body' : path.map(String).join('.');
}

/** PostgreSQL stores neither NUL nor half a surrogate pair. They are refused here, where the field is known. */
function findUnstorable(value: unknown, path: string[], fields: Record<string, Fault>): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) fields[pathOf(path)] = { code: BAD_CHARACTER };
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, entry] of Object.entries(value)) findUnstorable(entry, [...path, key], fields);
  }
}
