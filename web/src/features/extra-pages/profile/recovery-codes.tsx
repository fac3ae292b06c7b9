import { Button, Group, Modal, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Alert } from '../../../ui/alert/alert.tsx';
import { saveBlob } from '../../../ui/export/save-blob.ts';
import classes from './profile.module.css';

interface Props {
  codes: readonly string[];
  username: string;
  onClose: () => void;
}

/** The recovery codes, shown the one time. */
export function RecoveryCodes({ codes, username, onClose }: Props) {
  const { t } = useTranslation();
  const download = () =>
    saveBlob(
      `milepost-recovery-codes-${username}.txt`,
      new Blob([`${t('profile.two.file', { username })}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }),
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('profile.two.codes')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <Stack>
        <Alert dismissible={false}>{t('profile.two.codes-text')}</Alert>
        <ul className={classes['codes']} dir="ltr">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group justify="flex-end">
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
            {t('profile.two.download')}
          </Button>
          <Button onClick={onClose}>{t('profile.two.kept')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
