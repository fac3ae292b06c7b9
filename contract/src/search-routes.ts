import { z } from 'zod';
import { Id, text } from './common.ts';
import { Moved } from './moved.ts';
import { RECORD_KIND_NAMES } from './record-kinds.ts';
import { route } from './route.ts';

export const FoundRecord = z.object({
  kind: z.enum(RECORD_KIND_NAMES),
  id: Id,
  label: z.string(),
  /** Further distinguishing information; can be empty. */
  note: z.string(),
  /** Set for a vehicle that moved to another organisation. */
  moved: Moved.nullable(),
});
export type FoundRecord = z.infer<typeof FoundRecord>;

export const searchRoutes = {
  /**
   * The records that contain every word in any of their fields, including custom fields: the six best of each kind that
   * the caller can view. Messages are limited to the caller's own boxes. A telephone number is found in any notation.
   */
  'get-found-records': route({
    access: 'signedIn',
    limited: 'allowed',
    example: { search: 'nothing at all' },
    bounds: { 'rows[]': 'MOST_FOUND of the store for each kind, of which only the best are wanted' },
    input: z.object({ search: text(100) }),
    output: z.object({ rows: z.array(FoundRecord) }),
  }),
};
