// This file does not import zod, because the browser reads its paths from here before anything else is loaded.
import type { OperationName } from './operations.ts';

/**
 * Pages for people without an account, opened by a public link: they send no session check. The only other pages
 * without one are sign-in and reset-password (specification, section 4). Each is listed in docs/specification.md.
 */
export const PUBLIC_PATHS = ['track-vehicle/shared', 'drive', 'delivery', 'message'] as const;
export type PublicPath = (typeof PUBLIC_PATHS)[number];

/** The calls of these pages: they require the token of the link and no session. */
export const PUBLIC_CALLS = [
  'get-shared-vehicle',
  'get-driver-run',
  'say-stop-word',
  'add-stop-photo',
  'get-delivery',
  'get-driver-message',
  'answer-driver-message',
] as const satisfies readonly OperationName[];
