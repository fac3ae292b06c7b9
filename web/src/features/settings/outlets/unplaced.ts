/** What narrows the list to outlets that are to be placed: a closed one needs no place. */
export const UNPLACED = { unplaced: true, state: 'active' } as const;
