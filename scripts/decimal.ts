const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Parses a text of decimal digits; undefined for anything else, such as empty, hexadecimal or too large. */
export function decimal(text: string): number | undefined {
  const value = DECIMAL.test(text) ? Number(text) : NaN;
  return Number.isFinite(value) ? value : undefined;
}
