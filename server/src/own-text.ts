/** V8 copies shorter substrings itself. */
const SHORTEST_PART = 13;

/** A copy of a string for long-term storage: a substring keeps the whole original in memory. */
export const ownText = (text: string): string => (text.length < SHORTEST_PART ? text : Buffer.from(text).toString());
