import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { cutText } from './rest-option.ts';

/** A note below a list that it is truncated, with the total; hidden if it is complete. */
export function CutNote({ shown, total }: { shown: number | undefined; total: number | undefined }) {
  const { t } = useTranslation();
  if (shown === undefined || total === undefined || total <= shown) return null;
  return (
    <Text size="sm" c="dimmed" role="note">
      {cutText(t, shown, total)}
    </Text>
  );
}
