import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Alert } from '../../../ui/alert/alert.tsx';
import { CopyBlock } from '../../../ui/copy-block.tsx';

interface Props {
  identity: string;
  secret: string | null;
  onClose: () => void;
}

/** The secret of a device, the one time that it is shown. */
export function SecretOnce({ identity, secret, onClose }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`settings.devices.${key}`);
  return (
    <Modal
      opened={secret !== null}
      onClose={onClose}
      title={t('settings.devices.secret-title', { identity })}
      // It would be gone for good by a slip beside the dialog.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <Stack gap="sm">
        <Alert dismissible={false}>{label('secret-once')}</Alert>
        <CopyBlock value={secret ?? ''} label={label('secret-copy')} />
        <Text size="sm" c="dimmed">
          {label('secret-use')}
        </Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('form.close')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
