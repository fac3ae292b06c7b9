import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Alert } from '../alert/alert.tsx';
import { errorText } from '../error-text.ts';

interface Props {
  /** What could not be done, where it is not plain from the place. */
  title?: string;
  error: unknown;
  /** Left out where trying again is of no use. */
  onRetry?: () => void;
  /** 0 where the note fills a frame. */
  radius?: number;
}

/** Says that something did not succeed, why, and offers to try again. It stands for what is missing, and stays. */
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
