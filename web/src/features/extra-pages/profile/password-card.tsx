import { MIN_PASSWORD_LENGTH } from '@milepost/contract/constants';
import { Button, Checkbox, Group, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { CallError } from '../../../api/call-error.ts';
import { refresh } from '../../../api/refresh.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import { useUnsaved } from '../../../ui/dialog/use-unsaved.ts';
import { errorText } from '../../../ui/error-text.ts';
import { ownEndpoint } from '../../../ui/push/push-subscription.ts';
import { notify } from '../../../ui/toast/notify.ts';
import { Card } from './card.tsx';

const EMPTY = { currentPassword: '', newPassword: '', again: '', endAccess: true };

/** Changes the password, which ends other sessions and, unless deselected, revokes other ways of access. */
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
  useUnsaved(() => form.isDirty());
  const mutation = useMutation({
    mutationFn: async ({ currentPassword, newPassword, endAccess }: typeof EMPTY) =>
      call('change-password', {
        currentPassword,
        newPassword,
        endAccess,
        pushEndpoint: (await ownEndpoint()) ?? undefined,
      }),
    onSuccess() {
      form.reset();
      refresh('get-own-sessions');
      refresh('get-push-browsers');
      notify(t('profile.password-changed'));
    },
    onError: (error) => error instanceof CallError && form.setErrors(error.fields),
  });
  const { error } = mutation;
  const atField = error instanceof CallError && Object.keys(error.fields).length > 0;
  const field = (name: 'currentPassword' | 'newPassword' | 'again', autoComplete: string) => ({
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
        <Checkbox
          {...form.getInputProps('endAccess', { type: 'checkbox' })}
          label={t('profile.end-access')}
          description={t('profile.end-access-hint')}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={mutation.isPending} disabled={!form.isDirty()}>
            {t('profile.change-password')}
          </Button>
        </Group>
      </Card>
    </form>
  );
}
