import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AuthenticationPage } from './authentication-page.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { SigninForm } from './signin-form.tsx';
import { useEnter } from './use-enter.ts';

/** User name and password, and then the code where the person uses two-factor sign-in. */
export function SigninPage() {
  const { t } = useTranslation();
  const [challenge, setChallenge] = useState<string | null>(null);
  const enter = useEnter();
  const second = challenge !== null;
  return (
    <AuthenticationPage
      title={t(second ? 'authentication.second.title' : 'authentication.title')}
      text={t(second ? 'authentication.second.text' : 'authentication.welcome')}
    >
      {second ? (
        <SecondFactorForm challenge={challenge} onEnter={enter} onBack={() => setChallenge(null)} />
      ) : (
        <SigninForm onEnter={enter} onChallenge={setChallenge} />
      )}
    </AuthenticationPage>
  );
}
