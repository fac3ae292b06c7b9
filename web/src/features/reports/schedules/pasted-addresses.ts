/**
 * Entries of a list of addresses, as mail programs copy them: of `"Ann Lee" <ann@example.org>`, which falls apart at its
 * spaces, the address is kept and the name before it left out. What else is no address stays, so that it is seen.
 */
export function pastedAddresses(entries: readonly string[]): string[] {
  const kept: string[] = [];
  for (const entry of entries) {
    const [, address] = /^<([^<>]*@[^<>]*)>$/.exec(entry) ?? [];
    if (address === undefined) {
      kept.push(entry);
      continue;
    }
    while (kept.length > 0 && !kept.at(-1)?.includes('@')) kept.pop();
    if (!kept.includes(address)) kept.push(address);
  }
  return kept;
}
