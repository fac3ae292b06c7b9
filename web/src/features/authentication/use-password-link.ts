import { useEffect, useState } from 'react';
import { CallError } from '../../api/call-error.ts';
import { readPasswordLink } from '../../api/session.ts';

/** The state of a link: `unknown` if the server cannot be reached, so that a password can still be tried. */
export type PasswordLink =
  | { state: 'asking' | 'unknown' }
  | { state: 'over'; message: string }
  | { state: 'good'; username: string; invitation: boolean };

/** The person a mailed link is for, and whether it is still valid. */
export function usePasswordLink(token: string): PasswordLink {
  const [link, setLink] = useState<PasswordLink>({ state: 'asking' });
  useEffect(() => {
    if (token === '') return;
    let left = false;
    const update = (next: PasswordLink) => {
      if (!left) setLink(next);
    };
    readPasswordLink(token).then(
      (found) => update({ state: 'good', ...found }),
      (error: unknown) => {
        const message = error instanceof CallError ? error.fields['token'] : undefined;
        update(message === undefined ? { state: 'unknown' } : { state: 'over', message });
      },
    );
    return () => {
      left = true;
    };
  }, [token]);
  return link;
}
