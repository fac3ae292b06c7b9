/**
 * The codes of a pasted list, in order and without duplicates: one per line, or separated by commas, semicolons or
 * tabs.
 */
export function readCodes(text: string): string[] {
  const codes = new Map<string, string>();
  for (const part of text.split(/[\n\r\t,;]+/)) {
    const code = part.trim();
    if (code !== '' && !codes.has(code.toUpperCase())) codes.set(code.toUpperCase(), code);
  }
  return [...codes.values()];
}
