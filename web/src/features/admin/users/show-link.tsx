import { Stack } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { TFunction } from 'i18next';
import { Alert } from '../../../ui/alert/alert.tsx';
import { CopyBlock } from '../../../ui/copy-block.tsx';

/** Shows the link of an invitation once, if there is no mail server to send it. */
export function showLink(t: TFunction, name: string, link: string): void {
  modals.open({
    title: t('admin.users.link.pass-on', { name }),
    closeButtonProps: { 'aria-label': t('form.close') },
    // An accidental click outside of the dialog would lose the link forever.
    closeOnClickOutside: false,
    children: (
      <Stack gap="sm">
        <Alert dismissible={false}>{t('admin.users.link.once')}</Alert>
        <CopyBlock value={link} label={t('admin.users.link.copy')} />
      </Stack>
    ),
  });
}
