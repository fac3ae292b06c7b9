import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Alert } from '../../../ui/alert/alert.tsx';
import { CopyBlock } from '../../../ui/copy-block.tsx';

/** The secret of a webhook, the one time that it is shown. */
export function SecretDialog({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={secret !== null}
      onClose={onClose}
      title={t('webhooks.secret-title')}
      // It would be gone for good by a slip beside the dialog.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <Stack gap="sm">
        <Alert dismissible={false}>{t('webhooks.secret-once')}</Alert>
        <CopyBlock value={secret ?? ''} label={t('webhooks.secret-copy')} />
        <Text size="sm" c="dimmed">
          {t('webhooks.secret-use')}
        </Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('form.close')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
