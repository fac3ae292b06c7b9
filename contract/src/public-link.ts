import { z } from 'zod';

/** The secret of a public link. It is in the fragment of the address, which no proxy sees. */
export const LinkToken = z.string().min(1).max(100);

/** Why a public link no longer works. */
export const LinkEndReason = z.enum(['expired', 'revoked', 'unknown']);
export type LinkEndReason = z.infer<typeof LinkEndReason>;
