import { MIN_PASSWORD_LENGTH } from '@milepost/contract/constants';
import { Button, Group, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { CallError } from '../../../api/call-error.ts';
import { refresh } from '../../../api/refresh.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import { errorText } from '../../../ui/error-text.ts';
import { tell } from '../../../ui/toast/tell.ts';
import { Card } from './card.tsx';

const EMPTY = { currentPassword: '', newPassword: '', again: '' };

/** Changing the password, which ends the sessions elsewhere. */
export function PasswordCard() {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      currentPassword: (value) => (value === '' ? t('profile.current-missing') : null),
      newPassword: (value) =>
        value.length < MIN_PASSWORD_LENGTH ? t('authentication.reset.short', { least: MIN_PASSWORD_LENGTH }) : null,
      again: (value, { newPassword }) => (value === newPassword ? null : t('authentication.reset.differs')),
    },
  });
  const mutation = useMutation({
    mutationFn: ({ currentPassword, newPassword }: typeof EMPTY) =>
      call('change-password', { currentPassword, newPassword }),
    onSuccess() {
      form.reset();
      refresh('get-own-sessions');
      tell(t('profile.password-changed'));
    },
    onError: (error) => error instanceof CallError && form.setErrors(error.fields),
  });
  const { error } = mutation;
  const atField = error instanceof CallError && Object.keys(error.fields).length > 0;
  const field = (name: keyof typeof EMPTY, autoComplete: string) => ({
    ...form.getInputProps(name),
    autoComplete,
    visibilityToggleButtonProps: { 'aria-label': t('authentication.show-password') },
  });
  return (
    <form onSubmit={form.onSubmit((values) => mutation.mutate(values))} noValidate>
      <Card title={t('profile.password')} text={t('profile.password-text')}>
        {error && !atField && <Alert type="danger">{errorText(t, error)}</Alert>}
        <PasswordInput {...field('currentPassword', 'current-password')} label={t('profile.current-password')} />
        <PasswordInput
          {...field('newPassword', 'new-password')}
          label={t('authentication.reset.new')}
          description={t('authentication.reset.hint', { least: MIN_PASSWORD_LENGTH })}
        />
        <PasswordInput {...field('again', 'new-password')} label={t('authentication.reset.again')} />
        <Group justify="flex-end">
          <Button type="submit" loading={mutation.isPending} disabled={!form.isDirty()}>
            {t('profile.change-password')}
          </Button>
        </Group>
      </Card>
    </form>
  );
}
