import type { User } from '@milepost/contract/admin-operations';
import { Button, Divider, Stack } from '@mantine/core';
import { IconLogout, IconMailForward, IconShieldOff, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { refresh } from '../../../api/refresh.ts';
import { useSetup } from '../../../api/setup.ts';
import { confirmed } from '../../../ui/dialog/confirm.tsx';
import { showLink } from './show-link.tsx';

/** The administrator's actions on an account besides changing its data. */
export function UserActions({ user }: { user: User }) {
  const { t } = useTranslation();
  const { id, displayName: name } = user;
  const disabled = user.state === 'disabled';
  const mailConfigured = useSetup().data?.mailConfigured ?? true;
  const confirmAction = (key: string, run: () => Promise<unknown>, danger = true) =>
    confirmed(t, {
      title: t(`admin.users.${key}.title`, { name }),
      text: t(`admin.users.${key}.text`, { name }),
      confirm: t(`admin.users.${key}.confirm`),
      done: t(`admin.users.${key}.done`, { name }),
      run,
      danger,
      onDone: () => refresh('get-user-list', 'get-mail-list', 'get-session-list'),
    });
  const sendLink = async () => {
    const { link } = await call('send-password-link', { id });
    if (link !== null) showLink(t, name, link);
  };
  const common = { variant: 'default', justify: 'flex-start', fullWidth: true } as const;
  return (
    <Stack gap="xs" mt="xs">
      <Divider label={t('admin.users.account')} labelPosition="left" />
      <Button
        {...common}
        leftSection={<IconMailForward size={16} aria-hidden />}
        onClick={() => confirmAction(mailConfigured ? 'link' : 'link-no-mail', sendLink, !mailConfigured)}
      >
        {t(user.state === 'invited' ? 'admin.users.link.again' : 'admin.users.link.confirm')}
      </Button>
      <Button
        {...common}
        leftSection={<IconLogout size={16} aria-hidden />}
        onClick={() => confirmAction('sign-out', () => call('force-sign-out', { id }))}
      >
        {t('admin.users.sign-out.confirm')}
      </Button>
      {user.twoFactor && (
        <Button
          {...common}
          leftSection={<IconShieldOff size={16} aria-hidden />}
          onClick={() => confirmAction('reset', () => call('reset-two-factor', { id }))}
        >
          {t('admin.users.reset.confirm')}
        </Button>
      )}
      {disabled ? (
        <Button
          {...common}
          leftSection={<IconUserCheck size={16} aria-hidden />}
          onClick={() => confirmAction('enable', () => call('set-user-disabled', { id, disabled: false }), false)}
        >
          {t('admin.users.enable.confirm')}
        </Button>
      ) : (
        <Button
          {...common}
          color="red"
          variant="light"
          leftSection={<IconUserOff size={16} aria-hidden />}
          onClick={() => confirmAction('disable', () => call('set-user-disabled', { id, disabled: true }))}
        >
          {t('admin.users.disable.confirm')}
        </Button>
      )}
    </Stack>
  );
}
