/**
 * Pages for people without an account, opened by a link: they send no session check. Besides them only the sign-in and
 * reset-password pages send none (specification, section 4). Each is named in docs/specification.md.
 */
export const PUBLIC_PATHS = ['track-vehicle/shared', 'drive', 'delivery', 'message'] as const;
export type PublicPath = (typeof PUBLIC_PATHS)[number];
