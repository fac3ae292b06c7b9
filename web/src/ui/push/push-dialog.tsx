import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Modal } from '../dialog/modal.tsx';
import { PushBrowsers } from './push-browsers.tsx';

/** The dialog of the browsers that show alarms while no page is open. */
export function PushDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('push.title')}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <Text size="sm" c="dimmed" mb="sm">
        {t('push.text')}
      </Text>
      <PushBrowsers />
    </Modal>
  );
}
