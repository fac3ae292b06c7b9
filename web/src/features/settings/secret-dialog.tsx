import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../ui/dialog/modal.tsx';
import { Alert } from '../../ui/alert/alert.tsx';
import { CopyBlock } from '../../ui/copy-block.tsx';

interface Props {
  title: string;
  /** Null if closed. */
  secret: string | null;
  /** The prefix of the texts `secret-once`, `secret-copy` and `secret-use`. */
  texts: 'settings.devices' | 'webhooks';
  onClose: () => void;
}

/** A secret, which is shown only once. */
export function SecretDialog({ title, secret, texts, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={secret !== null}
      onClose={onClose}
      title={title}
      // An accidental click outside of the dialog would lose it forever.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <Stack gap="sm">
        <Alert dismissible={false}>{t(`${texts}.secret-once`)}</Alert>
        <CopyBlock value={secret ?? ''} label={t(`${texts}.secret-copy`)} />
        <Text size="sm" c="dimmed">
          {t(`${texts}.secret-use`)}
        </Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('form.close')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
