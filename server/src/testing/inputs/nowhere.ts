/** An id that nothing has. */
export const NOWHERE = 999_999;
/** The same as an input. */
export const id = { id: NOWHERE };
export const RANGE = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
