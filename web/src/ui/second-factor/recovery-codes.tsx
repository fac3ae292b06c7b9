import { Button, Group, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Alert } from '../alert/alert.tsx';
import { saveBlob } from '../export/save-blob.ts';
import classes from './recovery-codes.module.css';

interface Props {
  codes: readonly string[];
  username: string;
  /** Called when the person has saved them. */
  onSaved: () => void;
}

/** The recovery codes, shown only once. */
export function RecoveryCodes({ codes, username, onSaved }: Props) {
  const { t } = useTranslation();
  const download = () =>
    saveBlob(
      `milepost-recovery-codes-${username}.txt`,
      new Blob([`${t('second-factor.file', { username })}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }),
    );
  return (
    <Stack>
      <Alert dismissible={false}>{t('second-factor.codes-text')}</Alert>
      <ul className={classes['codes']} dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group justify="flex-end">
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
          {t('second-factor.download')}
        </Button>
        <Button onClick={onSaved}>{t('second-factor.kept')}</Button>
      </Group>
    </Stack>
  );
}
