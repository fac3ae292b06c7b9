import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { requestPasswordLink } from '../../api/session.ts';
import { SIGN_IN_PATH } from '../../api/session-end.ts';
import { Alert } from '../../ui/alert/alert.tsx';
import { AttemptNote } from './attempt-note.tsx';
import { AuthenticationPage } from './authentication-page.tsx';
import { useAttempt } from './use-attempt.ts';

/** Requests a link by mail. The reply is the same whether or not the user exists. */
export function ForgotPasswordPage() {
  const { t } = useTranslation();
  const [username, setUsername] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [sent, setSent] = useState(false);
  const attempt = useAttempt((fields) => {
    const refused = fields['username'] ?? null;
    setError(refused);
    return refused !== null;
  });

  function submit(event: React.FormEvent) {
    event.preventDefault();
    if (username.trim() === '') return setError(t('authentication.username-missing'));
    setError(null);
    void attempt.run(async () => {
      await requestPasswordLink(username.trim());
      setSent(true);
    });
  }
  return (
    <AuthenticationPage title={t('authentication.forgot.title')} text={t('authentication.forgot.text')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {sent ? (
            <Alert type="info" dismissible={false} role="status">
              {t('authentication.forgot.sent')}
            </Alert>
          ) : (
            <>
              <AttemptNote failure={attempt.failure} waitS={attempt.waitS} />
              <TextInput
                label={t('authentication.username')}
                value={username}
                error={error}
                onChange={(event) => setUsername(event.currentTarget.value)}
                autoComplete="username"
                autoCapitalize="none"
                autoFocus
                maxLength={100}
                size="md"
              />
              <Button type="submit" size="md" fullWidth loading={attempt.busy} disabled={attempt.waitS > 0}>
                {t('authentication.forgot.send')}
              </Button>
            </>
          )}
          <Anchor component={Link} to={SIGN_IN_PATH} size="sm" ta="center">
            {t('authentication.back')}
          </Anchor>
        </Stack>
      </form>
    </AuthenticationPage>
  );
}
