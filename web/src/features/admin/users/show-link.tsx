import { Stack } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { TFunction } from 'i18next';
import { Alert } from '../../../ui/alert/alert.tsx';
import { CopyBlock } from '../../../ui/copy-block.tsx';

/** Shows the link of an invitation that no mail server sends, the one time. */
export function showLink(t: TFunction, name: string, link: string): void {
  modals.open({
    title: t('admin.users.link.pass-on', { name }),
    closeButtonProps: { 'aria-label': t('form.close') },
    // The link would be gone for good by a slip beside the dialog.
    closeOnClickOutside: false,
    children: (
      <Stack gap="sm">
        <Alert dismissible={false}>{t('admin.users.link.once')}</Alert>
        <CopyBlock value={link} label={t('admin.users.link.copy')} />
      </Stack>
    ),
  });
}
