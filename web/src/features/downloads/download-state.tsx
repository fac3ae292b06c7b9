import { Badge, Stack, Text } from '@mantine/core';
import type { Download } from '@milepost/contract/download-operations';
import { useTranslation } from 'react-i18next';
import { faultText } from '../../text/fault-text.ts';
import { formatNumber } from '../../text/format.ts';
import { Progress } from '../../ui/progress/progress.tsx';

const COLOURS = { waiting: 'gray', running: 'accent', done: 'green', failed: 'red', cancelled: 'gray' } as const;

/** The progress of a download, or its outcome. */
export function DownloadStateCell({ download: { state, format, rows, total, fault } }: { download: Download }) {
  const { t } = useTranslation();
  return (
    <Stack gap={4} maw={320}>
      <Badge variant="light" color={COLOURS[state]} tt="none" fw={600}>
        {t(`downloads.state.${state}`)}
      </Badge>
      {state === 'running' && total !== null && (
        <>
          <Progress value={rows} max={Math.max(1, total)} animated />
          <Text size="xs" c="dimmed">
            {t(format === 'zip' ? 'downloads.parts-of' : 'downloads.rows-of', {
              rows: formatNumber(rows),
              total: formatNumber(total),
            })}
          </Text>
        </>
      )}
      {state === 'done' && (
        <Text size="xs" c="dimmed">
          {t('downloads.rows', { count: rows, rows: formatNumber(rows) })}
        </Text>
      )}
      {fault !== null && (
        <Text size="xs" c="red">
          {faultText(fault)}
        </Text>
      )}
    </Stack>
  );
}
