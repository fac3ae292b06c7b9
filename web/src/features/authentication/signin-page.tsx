import { useTranslation } from 'react-i18next';
import { AuthenticationPage } from './authentication-page.tsx';
import { SigninSteps, useSteps } from './signin-steps.tsx';
import { useEnter } from './use-enter.ts';

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
