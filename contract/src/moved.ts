import { z } from 'zod';
import { Instant } from './common.ts';
import { MOVED_CHOICES } from './vehicle-kinds.ts';

/** Of a vehicle that moved to another organisation: of then on, nothing is here. */
export const Moved = z.object({
  at: Instant,
  /** The organisation that it moved to; null where the caller does not see that one. */
  to: z.string().nullable(),
});
export type Moved = z.infer<typeof Moved>;

/** Lists of vehicles are without those that moved to another organisation, with them, or of them alone. */
export const MovedFilter = z.enum(MOVED_CHOICES).default('without');
