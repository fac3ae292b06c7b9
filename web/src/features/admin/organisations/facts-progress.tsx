import { Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { formatNumber } from '../../../text/format.ts';
import { Progress } from '../../../ui/progress/progress.tsx';
import { CutNote } from '../../../ui/cut-note.tsx';

const REFETCH_MS = 5000;

/** The progress of recomputing facts that an older rule made; hidden when done. */
export function FactsProgress() {
  const { t } = useTranslation();
  const { data } = useCall(
    'get-facts-progress',
    {},
    { refetchInterval: ({ state }) => (state.data && state.data.done >= state.data.total ? false : REFETCH_MS) },
  );
  if (!data || data.done >= data.total) return null;
  const { done, total, rows, rowsTotal } = data;
  const text = t('admin.organisations.remaking', { done: formatNumber(done), total: formatNumber(total) });
  const waiting = rows.filter((row) => row.done < row.total);
  return (
    <Paper withBorder radius="lg" p="md" role="status">
      <Text size="sm" mb={8}>
        {text}
      </Text>
      <Progress value={done} max={total} size={6} label={text} />
      {rows.length > 1 && (
        <Text size="xs" c="dimmed" mt={8}>
          {waiting.map((row) => `${row.name} ${formatNumber(row.done)}/${formatNumber(row.total)}`).join(' · ')}
        </Text>
      )}
      <CutNote shown={rows.length} total={rowsTotal} />
    </Paper>
  );
}
