import { fault, type PlainCode } from '@milepost/contract/fault';
import type { RouteName } from '@milepost/contract/routes';
import { type AppError, fieldError } from '../errors.ts';

/** Largest body of any call, bytes. */
export const BODY_LIMIT = 1_048_576;
/** Bytes for routes not named below; the forms of the application send far less. */
const DEFAULT_BYTES = 32_768;

/** Routes that need more: photos, many ids, shapes, files in parts. */
export const BODY_BYTES: Readonly<Partial<Record<RouteName, number>>> = {
  'update-profile': 655_360,
  'export-report': 65_536,
  'save-report-schedule': 98_304,
  'save-saved-report': 393_216,
  'save-organisation-logo': 786_432,
  'save-role': 98_304,
  'check-import': 262_144,
  'save-fence': BODY_LIMIT,
  'import-fences': BODY_LIMIT,
  'delete-fences': 786_432,
  'restore-fences': 786_432,
  'tag-fences': 786_432,
  'keep-message-draft': 131_072,
  'send-message': 131_072,
  'get-json-preview': 163_840,
  'save-json-profile': 98_304,
  'save-alarm-rule': 262_144,
  'get-alarm-rule-dry-run': 262_144,
  'import-places': BODY_LIMIT,
  'get-report': 65_536,
  'save-subscription': 163_840,
  'save-service-plan': 65_536,
  'save-route-plan': 65_536,
  'change-run': 262_144,
  'say-stop-word': BODY_LIMIT,
  'add-stop-photo': BODY_LIMIT,
  'save-work-order': 65_536,
  'save-checklist': 65_536,
  'add-inspection': BODY_LIMIT,
  'get-live-updates': 65_536,
  'propose-route-order': 65_536,
  'get-route-outlets': 65_536,
  'get-spread-stops': 65_536,
  'time-spread': 262_144,
  'accept-spread': 262_144,
};

/** Largest body of a route, bytes. */
export const bodyBytes = (route: RouteName): number => BODY_BYTES[route] ?? DEFAULT_BYTES;

/** @throws AppError `invalid` for a body larger than its route allows */
export function checkBodySize(route: RouteName, text: unknown): void {
  const most = bodyBytes(route);
  if (typeof text === 'string' && Buffer.byteLength(text) > most) throw tooLarge(most);
}

function tooLarge(most: number): AppError {
  return fieldError('invalid', { body: fault('body-large', { most }) });
}

/**
 * Splits a call's body into route and input.
 * @throws AppError `invalid` when it is not a JSON object
 */
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
