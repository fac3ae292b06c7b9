import { AppError } from '../errors.ts';

/** Largest body of a call, bytes. */
export const BODY_LIMIT = 1_048_576;

/**
 * Takes a call's body apart into route and input.
 * @throws AppError `invalid` when it is no JSON object
 */
export function readBody(text: unknown): { route: unknown; input: Record<string, unknown> } {
  if (typeof text !== 'string' || text === '') throw unreadable('The body is empty; a JSON object is expected.');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw unreadable('The body is not readable as JSON.', error);
  }
  if (!isRecord(body)) throw unreadable('The body must be a JSON object.');
  const { route, ...input } = body;
  return { route, input };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unreadable(message: string, cause?: unknown): AppError {
  return new AppError('invalid', message, { cause, fields: { body: message } });
}
