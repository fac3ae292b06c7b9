import { Alert, Button, Center, Drawer, Group, Loader } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../error-text.ts';

interface Props {
  title: string;
  opened: boolean;
  onClose: () => void;
  /** The record is on its way. */
  loading: boolean;
  error: Error | null;
  onRetry: () => void;
  /** Width in px. */
  size?: number;
  children: ReactNode;
}

/** One record beside its list. */
export function RecordDrawer({ title, opened, onClose, loading, error, onRetry, size = 460, children }: Props) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={size}
      title={title}
      closeButtonProps={{ 'aria-label': t('form.close') }}
      styles={{
        title: { fontWeight: 650, fontSize: 17 },
        content: { display: 'flex', flexDirection: 'column' },
        body: { flex: 1, display: 'flex', flexDirection: 'column' },
      }}
    >
      {error !== null ? (
        <Alert color="red" icon={<IconAlertCircle aria-hidden />}>
          <Group justify="space-between">
            {errorText(t, error)}
            <Button size="xs" variant="default" onClick={onRetry}>
              {t('table.retry')}
            </Button>
          </Group>
        </Alert>
      ) : loading ? (
        <Center h={200} role="status" aria-label={t('app.please-wait')}>
          <Loader size="sm" />
        </Center>
      ) : (
        children
      )}
    </Drawer>
  );
}
