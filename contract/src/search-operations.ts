import { z } from 'zod';
import { Id, text } from './common.ts';
import { Moved } from './moved.ts';
import { RECORD_KIND_NAMES } from './record-kinds.ts';
import { operation } from './operation.ts';

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

export const searchOperations = {
  'get-found-records': operation({
    summary:
      "Returns records that contain every word of the search in any field, including custom ones: of each kind that the caller may view, the best six. Messages are those of the caller's own boxes. Telephone numbers are found in any notation.",
    access: 'signedIn',
    limited: 'allowed',
    example: { search: 'nothing at all' },
    bounds: { 'rows[]': 'MAX_SEARCH_RESULTS of the store for each kind, of which only the best are wanted' },
    input: z.object({ search: text(100) }),
    output: z.object({ rows: z.array(FoundRecord) }),
  }),
};
