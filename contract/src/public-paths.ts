// Without zod: the browser takes its paths from here before anything else is loaded.
import type { RouteName } from './routes.ts';

/**
 * Pages for people without an account, opened by a public link: they send no session check. Besides them only the sign-in
 * and reset-password pages send none (specification, section 4). Each is named in docs/specification.md.
 */
export const PUBLIC_PATHS = ['track-vehicle/shared', 'drive', 'delivery', 'message'] as const;
export type PublicPath = (typeof PUBLIC_PATHS)[number];

/** The calls of these pages: they need the token of the link and no session. */
export const PUBLIC_CALLS = [
  'get-shared-vehicle',
  'get-driver-run',
  'say-stop-word',
  'add-stop-photo',
  'get-delivery',
  'get-driver-message',
  'answer-driver-message',
] as const satisfies readonly RouteName[];
