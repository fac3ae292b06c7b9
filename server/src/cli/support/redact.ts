import { MASK } from '../../mask-setting.ts';

/** Shorter passwords and parameters, such as a region, occur everywhere; shorter users and folders, such as `milepost`, are words. */
const SHORTEST = { password: 6, name: 12 };

/** The parts of a secret setting that must not be shown: the text itself, and user, password, path and parameters of an address. */
export function partsOfSecret(text: string): string[] {
  const passwords = [text, text.trim()];
  const names: string[] = [];
  if (URL.canParse(text)) {
    const { username, password, pathname, searchParams } = new URL(text);
    passwords.push(password, ...searchParams.values());
    names.push(username, ...pathname.split('/'));
  }
  return [...new Set([...long(passwords, SHORTEST.password), ...long(names, SHORTEST.name)])];
}

const long = (parts: string[], shortest: number): string[] =>
  parts.flatMap((part) => [part, decoded(part)]).filter((part) => part.length >= shortest);

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** What looks like a secret of Milepost or of another program, whatever its value. */
const PATTERNS: readonly [RegExp, string][] = [
  // Of addresses with more than a host, scheme and host.
  [/\b([a-z][a-z\d+.-]{1,20}:\/\/)(?:[^\s"'@/]*@)?([^\s"'/?#]+)[/?#][^\s"'\\]*/gi, `$1$2/${MASK}`],
  [/\b([a-z][a-z\d+.-]{1,20}:\/\/)[^\s"'/]*@/gi, `$1${MASK}@`],
  [/\b(?:mp_|whsec_)[\w-]{8,}/g, MASK],
  [/\b(Bearer|Basic) [\w+/=.~-]{8,}/g, `$1 ${MASK}`],
  [/((?:password|passwd|secret|token|api_?key|cookie|authorization)["']?\s*[:=]\s*["']?)[^\s"',;&]+/gi, `$1${MASK}`],
];

/** Removes known secrets, and what looks like one. */
export function redact(text: string, secrets: readonly string[]): string {
  let clean = text;
  // Longer ones first: a password within an address would leave the rest of it.
  for (const secret of secrets.toSorted((a, b) => b.length - a.length)) {
    // In JSON, quotes and backslashes are escaped.
    for (const form of new Set([secret, JSON.stringify(secret).slice(1, -1)])) clean = clean.replaceAll(form, MASK);
  }
  for (const [pattern, replacement] of PATTERNS) clean = clean.replaceAll(pattern, replacement);
  return clean;
}
