import type { InsideRow } from '@milepost/contract/visit-routes';

/** Until when it is known that somebody was inside, epoch milliseconds: now, while the visit goes on and is told of. */
export const knownUntil = ({ end, heardAt }: Pick<InsideRow, 'end' | 'heardAt'>, now: number): number =>
  end !== null ? Date.parse(end) : heardAt !== null ? Date.parse(heardAt) : now;
