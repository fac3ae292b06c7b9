import { useState } from 'react';
import { useNavigate } from 'react-router';
import { endedAt, forgetEnd } from '../../api/session-end.ts';
import { startPath } from '../../ui/menu/start-path.ts';

/** Goes to where the last session ended, or to the start, once someone has signed in. */
export function useEnter() {
  const navigate = useNavigate();
  const [back] = useState(endedAt);
  return async () => {
    forgetEnd();
    await navigate(back ?? (await startPath()), { replace: true });
  };
}
