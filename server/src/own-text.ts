/** Shorter parts of texts V8 copies by itself. */
const SHORTEST_PART = 13;

/** A copy of a text that is kept for long: a part of another one keeps all of that in memory. */
export const ownText = (text: string): string => (text.length < SHORTEST_PART ? text : Buffer.from(text).toString());
