import type { ReactNode } from 'react';

/** The error of a field that is a list: its own, or that of the first entry with one. */
export function errorOf(errors: Readonly<Record<string, ReactNode>>, field: string): ReactNode {
  const at = Object.keys(errors).find((path) => path === field || path.startsWith(`${field}.`));
  return at === undefined ? undefined : errors[at];
}
