import { MAX_DUE } from '@milepost/contract/due-bounds';
import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../text/format.ts';

/**
 * A note below a truncated list of due items with the number shown, and a button for the rest; hidden if the list is
 * complete.
 */
export function DueRest({ shown, total, onAll }: { shown: number; total: number; onAll: () => void }) {
  const { t } = useTranslation();
  if (total <= shown) return null;
  return (
    <Group gap="sm" mt={6}>
      <Text size="sm" c="dimmed" role="note">
        {t('due.shown', { shown: formatNumber(shown), total: formatNumber(total) })}
      </Text>
      {shown < MAX_DUE && (
        <Button size="compact-sm" variant="subtle" onClick={onAll}>
          {t('due.all')}
        </Button>
      )}
    </Group>
  );
}
