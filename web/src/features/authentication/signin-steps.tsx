import { Suspense, useState } from 'react';
import { wantPageTexts } from '../../text/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { SigninForm } from './signin-form.tsx';
import type { SetUp } from './set-up-form.tsx';

/** Most people never see these. */
const SecondFactorForm = lazyPart(async () => ({
  default: (await import('./second-factor-form.tsx')).SecondFactorForm,
}));

const SetUpForm = lazyPart(async () => {
  const [{ SetUpForm: Form }] = await Promise.all([import('./set-up-form.tsx'), wantPageTexts()]);
  return { default: Form };
});

export type Step = { name: 'password' } | { name: 'second'; challenge: string } | { name: 'set-up'; setUp: SetUp };

/** The current step, and the transition to the next. */
export function useSteps() {
  const [step, setStep] = useState<Step>({ name: 'password' });
  return { step, setStep };
}

interface Props extends ReturnType<typeof useSteps> {
  onEnter: () => Promise<void>;
  /** The owner of the page over which sign-in is shown; omitted on the sign-in page. */
  over?: string;
}

/** The user name and password, then the code if the person uses two-factor sign-in, or its set-up. */
export function SigninSteps({ step, setStep, onEnter, over }: Props) {
  const back = () => setStep({ name: 'password' });
  return (
    <>
      <Suspense>
        {step.name === 'second' && <SecondFactorForm challenge={step.challenge} onEnter={onEnter} onBack={back} />}
        {step.name === 'set-up' && <SetUpForm setUp={step.setUp} onEnter={onEnter} onBack={back} />}
      </Suspense>
      {step.name === 'password' && (
        <SigninForm
          over={over}
          onEnter={onEnter}
          onChallenge={(challenge) => setStep({ name: 'second', challenge })}
          onSetUp={(setUp) => setStep({ name: 'set-up', setUp })}
        />
      )}
    </>
  );
}
