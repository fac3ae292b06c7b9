import { z } from 'zod';
import { Id, text } from './common.ts';
import { Moved } from './moved.ts';
import { RECORD_KIND_NAMES } from './record-kinds.ts';
import { route } from './route.ts';

export const FoundRecord = z.object({
  kind: z.enum(RECORD_KIND_NAMES),
  id: Id,
  label: z.string(),
  /** What else tells it from others; may be empty. */
  note: z.string(),
  /** Of a vehicle that moved to another organisation. */
  moved: Moved.nullable(),
});
export type FoundRecord = z.infer<typeof FoundRecord>;

export const searchRoutes = {
  /**
   * The records that hold every word in any of their fields, own ones too: of each kind that the caller may view, the best
   * six. Messages are those of the caller's own boxes. A telephone number is found in whichever form it is written.
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
