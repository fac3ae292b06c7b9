import { Center, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../dialog/drawer.tsx';
import { ErrorNote } from '../error-note/error-note.tsx';

interface Props {
  title: string;
  opened: boolean;
  onClose: () => void;
  /** True while the record is loading. */
  loading: boolean;
  error: Error | null;
  onRetry: () => void;
  /** The width in px. */
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
        <ErrorNote error={error} onRetry={onRetry} />
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
