import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Alert } from '../alert/alert.tsx';
import { errorText } from '../error-text.ts';

interface Props {
  /** The failed action, if it is not obvious from the context. */
  title?: string;
  error: unknown;
  /** Omitted if a retry is of no use. */
  onRetry?: () => void;
  /** 0 if the note fills a frame. */
  radius?: number;
}

/** A lasting error message in place of the missing content: the failure, its reason, and a retry button. */
export function ErrorNote({ title, error, onRetry, radius }: Props) {
  const { t } = useTranslation();
  return (
    <Alert type="danger" dismissible={false} {...(radius !== undefined && { radius })} title={title}>
      <Group justify="space-between" gap="sm">
        <Text>{errorText(t, error)}</Text>
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('table.retry')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
