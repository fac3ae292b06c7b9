import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { endedAt, forgetEnd } from '../../api/session-end.ts';
import { onSignInElsewhere } from '../../api/storage.ts';
import { startPath } from '../../ui/menu/start-path.ts';

/** Opens the page where the last session ended, or the start page, after a sign-in. */
export function useEnter() {
  const navigate = useNavigate();
  const [back] = useState(endedAt);
  async function enter() {
    forgetEnd();
    await navigate(back ?? (await startPath()), { replace: true });
  }
  // If the session ended in several windows, signing in in one is enough.
  const follow = useEffectEvent(() => {
    if (back !== null) void enter();
  });
  useEffect(() => onSignInElsewhere(() => follow()), []);
  return enter;
}
