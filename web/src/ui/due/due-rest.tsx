import { MOST_DUE } from '@milepost/contract/due-bounds';
import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../text/format.ts';

/** Says below a list of what is due how much of it is shown, and shows the rest; nothing where it is whole. */
export function DueRest({ shown, total, onAll }: { shown: number; total: number; onAll: () => void }) {
  const { t } = useTranslation();
  if (total <= shown) return null;
  return (
    <Group gap="sm" mt={6}>
      <Text size="sm" c="dimmed" role="note">
        {t('due.shown', { shown: formatNumber(shown), total: formatNumber(total) })}
      </Text>
      {shown < MOST_DUE && (
        <Button size="compact-sm" variant="subtle" onClick={onAll}>
          {t('due.all')}
        </Button>
      )}
    </Group>
  );
}
