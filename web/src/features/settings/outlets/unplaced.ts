/** The filter for outlets to be placed: a closed one needs no coordinates. */
export const UNPLACED = { unplaced: true, state: 'active' } as const;
