import { fault, type PlainCode } from '@milepost/contract/fault';
import { bodyBytesOf } from '@milepost/contract/operation';
import { type OperationName, OPERATIONS } from '@milepost/contract/operations';
import { type AppError, fieldError } from '../errors.ts';

/** @throws AppError `invalid` for a body larger than its operation allows */
export function checkBodySize(name: OperationName, text: unknown): void {
  const most = bodyBytesOf(OPERATIONS[name]);
  if (typeof text === 'string' && Buffer.byteLength(text) > most) throw tooLarge(most);
}

function tooLarge(most: number): AppError {
  return fieldError('invalid', { body: fault('body-large', { most }) });
}

/** Splits a call's body into operation and input. @throws AppError `invalid` when it is not a JSON object */
export function readBody(text: unknown): { route: unknown; input: Record<string, unknown> } {
  if (typeof text !== 'string' || text === '') throw unreadable('body-empty');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw unreadable('body-not-json', error);
  }
  if (!isRecord(body)) throw unreadable('body-not-object');
  const { route, ...input } = body;
  return { route, input };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unreadable(code: PlainCode, cause?: unknown): AppError {
  return fieldError('invalid', { body: code }, { cause });
}
