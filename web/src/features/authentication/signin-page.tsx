import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { endedAt, forgetEnd } from '../../api/session-end.ts';
import { onSignInElsewhere } from '../../api/storage.ts';
import { startPath } from '../../ui/menu/start-path.ts';
import { AuthenticationPage } from './authentication-page.tsx';
import { SigninSteps, useSteps } from './signin-steps.tsx';

const TITLES = {
  password: ['authentication.title', 'authentication.welcome'],
  second: ['authentication.second.title', 'authentication.second.text'],
  'set-up': ['authentication.set-up.title', 'authentication.set-up.text'],
} as const;

export function SigninPage() {
  const { t } = useTranslation();
  const steps = useSteps();
  const enter = useEnter();
  const [title, text] = TITLES[steps.step.name];
  return (
    <AuthenticationPage title={t(title)} text={t(text)}>
      <SigninSteps {...steps} onEnter={enter} />
    </AuthenticationPage>
  );
}

/** Opens the page where the last session ended, or the start page, after a sign-in. */
function useEnter() {
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
