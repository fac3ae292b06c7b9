import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wantPageTexts } from '../../text/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { AuthenticationPage } from './authentication-page.tsx';
import { SigninForm } from './signin-form.tsx';
import type { SetUp } from './set-up-form.tsx';
import { useEnter } from './use-enter.ts';

/** Most people never see these. */
const SecondFactorForm = lazyPart(async () => ({
  default: (await import('./second-factor-form.tsx')).SecondFactorForm,
}));

const SetUpForm = lazyPart(async () => {
  const [{ SetUpForm: Form }] = await Promise.all([import('./set-up-form.tsx'), wantPageTexts()]);
  return { default: Form };
});

type Step = { name: 'password' } | { name: 'second'; challenge: string } | { name: 'set-up'; setUp: SetUp };
const TITLES = {
  password: ['authentication.title', 'authentication.welcome'],
  second: ['authentication.second.title', 'authentication.second.text'],
  'set-up': ['authentication.set-up.title', 'authentication.set-up.text'],
} as const;

/** User name and password, and then the code where the person uses two-factor sign-in, or its set-up. */
export function SigninPage() {
  const { t } = useTranslation();
  const [step, setStep] = useState<Step>({ name: 'password' });
  const enter = useEnter();
  const back = () => setStep({ name: 'password' });
  const [title, text] = TITLES[step.name];
  return (
    <AuthenticationPage title={t(title)} text={t(text)}>
      <Suspense>
        {step.name === 'second' && <SecondFactorForm challenge={step.challenge} onEnter={enter} onBack={back} />}
        {step.name === 'set-up' && <SetUpForm setUp={step.setUp} onEnter={enter} onBack={back} />}
      </Suspense>
      {step.name === 'password' && (
        <SigninForm
          onEnter={enter}
          onChallenge={(challenge) => setStep({ name: 'second', challenge })}
          onSetUp={(setUp) => setStep({ name: 'set-up', setUp })}
        />
      )}
    </AuthenticationPage>
  );
}
