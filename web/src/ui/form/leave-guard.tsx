import { Button, Group, Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Blocker } from 'react-router';

/** Asks before unsaved changes are lost. */
export function LeaveGuard({ blocker }: { blocker: Blocker }) {
  const { t } = useTranslation();
  const stay = () => blocker.reset?.();
  return (
    <Modal
      opened={blocker.state === 'blocked'}
      onClose={stay}
      title={t('form.leave-title')}
      closeButtonProps={{ 'aria-label': t('form.close') }}
      zIndex={400}
    >
      <Text mb="lg">{t('form.leave-text')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={stay} data-autofocus>
          {t('form.stay')}
        </Button>
        <Button color="red" onClick={() => blocker.proceed?.()}>
          {t('form.leave')}
        </Button>
      </Group>
    </Modal>
  );
}
