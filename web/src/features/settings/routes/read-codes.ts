/** The codes of a pasted list, in its order and each once: one a line, or parted by commas, semicolons or tabs. */
export function readCodes(text: string): string[] {
  const codes = new Map<string, string>();
  for (const part of text.split(/[\n\r\t,;]+/)) {
    const code = part.trim();
    if (code !== '' && !codes.has(code.toUpperCase())) codes.set(code.toUpperCase(), code);
  }
  return [...codes.values()];
}
