import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle, IconArrowBigUpLine, IconClockPause, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CallError } from '../../api/call-error.ts';
import { queryClient } from '../../api/query-client.ts';
import { endedAt } from '../../api/session-end.ts';
import { signIn } from '../../api/session.ts';
import { startPath } from '../../app/loaders.ts';
import { useCapsLock } from './use-caps-lock.ts';
import { useCountdown } from './use-countdown.ts';

/** User name and password. What is wrong is said in words, at the field where one is to blame. */
export function SigninForm() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [ended] = useState(() => endedAt() !== null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const wait = useCountdown();
  const caps = useCapsLock();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { username: '', password: '' },
    validate: {
      username: (value) => (value.trim() === '' ? t('authentication.username-missing') : null),
      password: (value) => (value === '' ? t('authentication.password-missing') : null),
    },
  });

  async function submit({ username, password }: { username: string; password: string }) {
    setBusy(true);
    setFailure(null);
    try {
      // Asked before signing in, which forgets where the last session ended.
      const back = endedAt();
      await signIn(username.trim(), password);
      queryClient.clear();
      await navigate(back ?? (await startPath()), { replace: true });
    } catch (error) {
      explain(error);
    } finally {
      setBusy(false);
    }
  }

  function explain(error: unknown) {
    if (!(error instanceof CallError)) return setFailure(error instanceof Error ? error.message : String(error));
    if (error.status === 0) return setFailure(t('authentication.unreachable'));
    if (error.status === 429) return wait.start(error.retryAfterS ?? 30);
    form.setErrors(error.fields);
    const reference =
      error.reference === undefined ? '' : ` ${t('authentication.reference', { reference: error.reference })}`;
    setFailure(error.message + reference);
  }

  const waiting = wait.seconds > 0;
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="md">
        {ended && failure === null && !waiting && (
          <Alert icon={<IconInfoCircle aria-hidden />} role="status">
            {t('authentication.ended')}
          </Alert>
        )}
        {failure !== null && !waiting && (
          <Alert color="red" icon={<IconAlertCircle aria-hidden />}>
            {failure}
          </Alert>
        )}
        {waiting && (
          <Alert color="orange" icon={<IconClockPause aria-hidden />}>
            {t('authentication.too-many', { seconds: wait.seconds })}
          </Alert>
        )}
        <TextInput
          key={form.key('username')}
          {...form.getInputProps('username')}
          label={t('authentication.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          size="md"
        />
        <PasswordInput
          key={form.key('password')}
          {...form.getInputProps('password')}
          label={t('authentication.password')}
          autoComplete="current-password"
          size="md"
          visibilityToggleButtonProps={{ 'aria-label': t('authentication.show-password') }}
          onKeyUp={caps.watch}
          onKeyDown={caps.watch}
          description={caps.on ? <CapsHint text={t('authentication.caps-lock')} /> : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <Button type="submit" size="md" fullWidth loading={busy} disabled={waiting}>
          {waiting ? t('authentication.submit-wait', { seconds: wait.seconds }) : t('authentication.submit')}
        </Button>
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
