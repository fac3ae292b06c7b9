import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../ui/lazy-part.ts';
import { AuthenticationPage } from './authentication-page.tsx';
import { SigninForm } from './signin-form.tsx';
import { useEnter } from './use-enter.ts';

/** Most people never see it. */
const SecondFactorForm = lazyPart(async () => ({
  default: (await import('./second-factor-form.tsx')).SecondFactorForm,
}));

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
        <Suspense>
          <SecondFactorForm challenge={challenge} onEnter={enter} onBack={() => setChallenge(null)} />
        </Suspense>
      ) : (
        <SigninForm onEnter={enter} onChallenge={setChallenge} />
      )}
    </AuthenticationPage>
  );
}
