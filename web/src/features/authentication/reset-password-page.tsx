import { MIN_PASSWORD_LENGTH } from '@milepost/contract/constants';
import { Anchor, Button, Loader, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { choosePassword } from '../../api/session.ts';
import { SIGN_IN_PATH } from '../../api/session-end.ts';
import { Alert } from '../../ui/alert/alert.tsx';
import { AttemptNote } from './attempt-note.tsx';
import { AuthenticationPage } from './authentication-page.tsx';
import { useAttempt } from './use-attempt.ts';
import { useFields } from './use-fields.ts';
import { usePasswordLink } from './use-password-link.ts';

/** The page of a mailed link: a new password, or the first one of an invited person. */
export function ResetPasswordPage() {
  const { t } = useTranslation();
  // The token is after the hash, which reaches no log.
  const token = new URLSearchParams(useLocation().hash.slice(1)).get('token') ?? '';
  const link = usePasswordLink(token);
  const [done, setDone] = useState(false);
  const form = useFields({ newPassword: '', again: '' }, ({ newPassword, again }) => ({
    ...(newPassword.length < MIN_PASSWORD_LENGTH && {
      newPassword: t('authentication.reset.short', { least: MIN_PASSWORD_LENGTH }),
    }),
    ...(again !== newPassword && { again: t('authentication.reset.differs') }),
  }));
  const attempt = useAttempt(form.refuse);
  const submit = ({ newPassword }: { newPassword: string }) =>
    attempt.run(async () => {
      await choosePassword(token, newPassword);
      setDone(true);
    });
  const field = (name: 'newPassword' | 'again') => ({
    ...form.field(name),
    autoComplete: 'new-password',
    size: 'md',
    visibilityToggleButtonProps: { 'aria-label': t('authentication.show-password') },
  });
  const words = link.state === 'good' && link.invitation ? 'invited' : 'reset';

  function content() {
    if (done) {
      return (
        <Alert type="success" dismissible={false} role="status">
          {t('authentication.reset.done')}
        </Alert>
      );
    }
    if (token === '' || link.state === 'over') {
      return (
        <Alert type="danger" dismissible={false}>
          {link.state === 'over' ? link.message : t('authentication.reset.no-token')}
        </Alert>
      );
    }
    if (link.state === 'asking') return <Loader size="sm" />;
    return (
      <>
        <AttemptNote failure={attempt.failure} waitS={attempt.waitS} />
        {link.state === 'good' && (
          <TextInput
            label={t('authentication.username')}
            value={link.username}
            readOnly
            variant="filled"
            size="md"
            // Password managers store the password under this name.
            autoComplete="username"
          />
        )}
        <PasswordInput
          {...field('newPassword')}
          label={t(`authentication.${words}.new`)}
          description={t('authentication.reset.hint', { least: MIN_PASSWORD_LENGTH })}
          autoFocus
        />
        <PasswordInput {...field('again')} label={t(`authentication.${words}.again`)} />
        <Button type="submit" size="md" fullWidth loading={attempt.busy} disabled={attempt.waitS > 0}>
          {t('authentication.reset.save')}
        </Button>
      </>
    );
  }
  return (
    <AuthenticationPage title={t('authentication.reset.title')} text={t(`authentication.${words}.text`)}>
      <form onSubmit={form.onSubmit((values) => void submit(values))} noValidate>
        <Stack gap="md">
          {content()}
          <Anchor component={Link} to={SIGN_IN_PATH} size="sm" ta="center">
            {t('authentication.back')}
          </Anchor>
        </Stack>
      </form>
    </AuthenticationPage>
  );
}
