/** Shorter names are too similar to variables of other programs. */
const SHORTEST = 6;
/** Variables that Kubernetes sets for a service named `gateway`. */
const OF_KUBERNETES = /^GATEWAY_(SERVICE_|PORT)/;

/** Variables that are one typing error away from a setting, with that setting. */
export function misspelledSettings(
  names: readonly string[],
  settings: ReadonlySet<string>,
): { name: string; meant: string }[] {
  return names.flatMap((name) => {
    if (settings.has(name) || name.length < SHORTEST || OF_KUBERNETES.test(name)) return [];
    const meant = [...settings].find((setting) => isOneSlip(name.toUpperCase(), setting));
    return meant === undefined ? [] : [{ name, meant }];
  });
}

/** Variables that look like the port of a protocol and are none. */
export const unknownPorts = (names: readonly string[], settings: ReadonlySet<string>): string[] =>
  names.filter((name) => /^GATEWAY_[A-Z0-9_]+_PORT$/.test(name) && !settings.has(name) && !OF_KUBERNETES.test(name));

/** True when one letter is missing, added or different, or two neighbours are swapped; also when both are equal. */
function isOneSlip(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let same = 0;
  while (same < short.length && short[same] === long[same]) same++;
  const rest = short.slice(same);
  if (short.length < long.length) return rest === long.slice(same + 1);
  if (rest.slice(1) === long.slice(same + 1)) return true;
  return rest[0] === long[same + 1] && rest[1] === long[same] && rest.slice(2) === long.slice(same + 2);
}
