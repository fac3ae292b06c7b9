import { Anchor, Button, PinInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signInSecond } from '../../api/session.ts';
import { AttemptNote } from './attempt-note.tsx';
import { useAttempt } from './use-attempt.ts';

interface Props {
  challenge: string;
  onEnter: () => Promise<void>;
  onBack: () => void;
}

const DIGITS = 6;

/** The code of the authenticator app, or one of the recovery codes. */
export function SecondFactorForm({ challenge, onEnter, onBack }: Props) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [recovery, setRecovery] = useState(false);
  const attempt = useAttempt(() => false);

  const submit = (typed: string) =>
    attempt.run(async () => {
      try {
        await signInSecond(challenge, typed.trim());
      } catch (error) {
        setCode('');
        throw error;
      }
      await onEnter();
    });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() !== '') void submit(code);
      }}
    >
      <Stack gap="md">
        <AttemptNote failure={attempt.failure} waitS={attempt.waitS} />
        {recovery ? (
          <TextInput
            label={t('authentication.second.recovery')}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            autoComplete="off"
            autoFocus
            size="md"
            dir="ltr"
          />
        ) : (
          <PinInput
            length={DIGITS}
            type="number"
            size="lg"
            oneTimeCode
            autoFocus
            value={code}
            onChange={setCode}
            onComplete={(typed) => void submit(typed)}
            aria-label={t('authentication.second.digit')}
            ariaLabel={t('authentication.second.digit')}
            style={{ direction: 'ltr', justifyContent: 'space-between' }}
          />
        )}
        <Button type="submit" size="md" fullWidth loading={attempt.busy} disabled={attempt.waitS > 0}>
          {t('authentication.submit')}
        </Button>
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => {
            setCode('');
            setRecovery(!recovery);
          }}
        >
          {t(recovery ? 'authentication.second.use-app' : 'authentication.second.use-recovery')}
        </Anchor>
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          {t('authentication.back')}
        </Anchor>
      </Stack>
    </form>
  );
}
