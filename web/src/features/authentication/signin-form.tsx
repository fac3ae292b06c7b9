import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { IconArrowBigUpLine } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hadSession } from '../../api/session-end.ts';
import { forgetRefusal, readRefusal, signIn } from '../../api/session.ts';
import { Alert } from '../../ui/alert/alert.tsx';
import { AttemptNote } from './attempt-note.tsx';
import { SignOutNote } from './sign-out-note.tsx';
import type { SetUp } from './set-up-form.tsx';
import { useAttempt } from './use-attempt.ts';
import { useFields } from './use-fields.ts';

interface Props {
  /** The user name of the owner of the page over which sign-in is shown. */
  over?: string | undefined;
  onEnter: () => Promise<void>;
  /** Called when the password was right and a code is required. */
  onChallenge: (challenge: string) => void;
  /** Called when the password was right and a second factor has to be set up. */
  onSetUp: (setUp: SetUp) => void;
}

/** The user name and password. Errors are shown at their fields if possible. */
export function SigninForm({ over, onEnter, onChallenge, onSetUp }: Props) {
  const { t } = useTranslation();
  const [ended] = useState(hadSession);
  const [refusal] = useState(readRefusal);
  useEffect(forgetRefusal, []);
  const caps = useCapsLock();
  const form = useFields({ username: over ?? '', password: '' }, ({ username, password }) => ({
    ...(username.trim() === '' && { username: t('authentication.username-missing') }),
    ...(password === '' && { password: t('authentication.password-missing') }),
  }));
  const attempt = useAttempt(form.refuse);
  const { failure, waitS } = attempt;

  const submit = ({ username, password }: { username: string; password: string }) =>
    attempt.run(async () => {
      const step = await signIn(username.trim(), password);
      if (step.name === 'code') onChallenge(step.challenge);
      else if (step.name === 'set-up') onSetUp({ username: username.trim(), secret: step.secret, uri: step.uri });
      else await onEnter();
    });

  return (
    <form onSubmit={form.onSubmit((values) => void submit(values))} noValidate>
      <Stack gap="md">
        <SignOutNote held={attempt.busy} />
        {ended && over === undefined && failure === null && refusal === null && waitS === 0 && (
          <Alert type="info" role="status">
            {t('authentication.ended')}
          </Alert>
        )}
        <AttemptNote failure={failure ?? (attempt.busy ? null : refusal)} waitS={waitS} />
        <TextInput
          {...form.field('username')}
          label={t('authentication.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={!over}
          size="md"
        />
        <PasswordInput
          {...form.field('password')}
          {...(over && { 'data-autofocus': true })}
          label={t('authentication.password')}
          autoComplete="current-password"
          size="md"
          visibilityToggleButtonProps={{ 'aria-label': t('authentication.show-password') }}
          onKeyUp={caps.watch}
          onKeyDown={caps.watch}
          description={caps.on ? <CapsHint text={t('authentication.caps-lock')} /> : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <Button type="submit" size="md" fullWidth loading={attempt.busy} disabled={waitS > 0}>
          {waitS > 0 ? t('authentication.submit-wait', { seconds: waitS }) : t('authentication.submit')}
        </Button>
        <Anchor
          component={Link}
          to="/authentication/forgot-password"
          {...(over !== undefined && { target: '_blank' })}
          size="sm"
          ta="center"
        >
          {t('authentication.forgot.link')}
        </Anchor>
      </Stack>
    </form>
  );
}

function CapsHint({ text }: { text: string }) {
  return (
    <span role="status" style={{ display: 'inline-flex', alignItems: 'center', gap: 4, color: 'var(--status-idle)' }}>
      <IconArrowBigUpLine size={14} aria-hidden />
      {text}
    </span>
  );
}

/** Tracks whether Caps Lock is on, by the keys pressed in a field. */
function useCapsLock() {
  const [on, setOn] = useState(false);
  return { on, watch: (event: KeyboardEvent) => setOn(event.getModifierState('CapsLock')) };
}
