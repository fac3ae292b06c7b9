import { z } from 'zod';
import { Instant } from './common.ts';
import { MOVED_CHOICES } from './vehicle-kinds.ts';

/** Marks a vehicle that moved to another organisation: later data is not here. */
export const Moved = z.object({
  at: Instant,
  /** The organisation that it moved to; null if the caller does not see that organisation. */
  to: z.string().nullable(),
});
export type Moved = z.infer<typeof Moved>;

/** Whether lists of vehicles exclude moved vehicles, include them, or only contain them. */
export const MovedFilter = z.enum(MOVED_CHOICES).default('without');
