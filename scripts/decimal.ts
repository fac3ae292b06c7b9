const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** The number that a text is, in decimal digits; undefined for anything else, empty or hexadecimal text, or too large. */
export function decimal(text: string): number | undefined {
  const value = DECIMAL.test(text) ? Number(text) : NaN;
  return Number.isFinite(value) ? value : undefined;
}
