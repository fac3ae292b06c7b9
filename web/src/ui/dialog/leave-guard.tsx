import { Button, Group, Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useEscape } from './use-escape.ts';

interface Props {
  opened: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Above every dialog, including the one for signing in again. */
const OVER_ALL = 900;

/** Asks before unsaved changes are lost. */
export function LeaveGuard({ opened, onStay, onLeave }: Props) {
  const { t } = useTranslation();
  const scope = useEscape(opened, onStay);
  return (
    <Modal
      ref={scope}
      opened={opened}
      onClose={onStay}
      closeOnEscape={false}
      title={t('form.leave-title')}
      closeButtonProps={{ 'aria-label': t('form.close') }}
      zIndex={OVER_ALL}
    >
      <Text mb="lg">{t('form.leave-text')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onStay} data-autofocus>
          {t('form.stay')}
        </Button>
        <Button color="red" onClick={onLeave}>
          {t('form.leave')}
        </Button>
      </Group>
    </Modal>
  );
}
