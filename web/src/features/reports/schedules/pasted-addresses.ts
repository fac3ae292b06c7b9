/**
 * Splits a list of addresses as mail programs copy it: from `"Ann Lee" <ann@example.org>`, which splits at its spaces,
 * the address is kept and the name before it dropped. Other invalid entries stay, so that they are noticed.
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
