/**
 * Entries of a list of addresses, as mail programs copy them: of `"Ann Lee" <ann@example.org>`, which falls apart at its
 * spaces, the address is kept and the name before it left out. What else is no address stays, so that it is seen.
 */
export function pastedAddresses(entries: readonly string[]): string[] {
  const addresses: string[] = [];
  for (const entry of entries) {
    const [, address] = /^<([^<>]*@[^<>]*)>$/.exec(entry) ?? [];
    if (address === undefined) {
      addresses.push(entry);
      continue;
    }
    while (addresses.length > 0 && !addresses.at(-1)?.includes('@')) addresses.pop();
    if (!addresses.includes(address)) addresses.push(address);
  }
  return addresses;
}
