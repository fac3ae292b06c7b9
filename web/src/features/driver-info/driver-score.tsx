import { Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useCall } from '../../api/use-call.ts';
import { isDay } from '../../text/local-day.ts';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import { cellText } from '../../ui/report/report-cell.ts';
import classes from './driver-page.module.css';

/**
 * The driver's line of the score report over the days of the address, or over its default range, with the points that
 * each part cost, and a link to the report.
 */
export function DriverScore({ driverId }: { driverId: number }) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const [from, to] = [params.get('from'), params.get('to')];
  const days: Record<string, string> = isDay(from) && isDay(to) ? { from, to } : {};
  const query = useCall('get-report', { kind: 'driver-score', driverIds: [driverId], ...days });
  const { data, error } = query;
  if (error && !data) return <ErrorNote error={error} onRetry={() => void query.refetch()} />;
  if (!data) return <Skeleton height={320} radius="lg" />;
  const [row] = data.rows;
  return (
    <Stack gap="sm">
      {row ? (
        <Paper withBorder radius="lg" className={classes['wide']}>
          <table className={classes['days']} aria-label={data.name}>
            <tbody>
              {data.columns.map((column, index) =>
                column.optional || column.kind === 'driver' ? null : (
                  <tr key={column.key}>
                    <th scope="row">{column.label}</th>
                    <td>{cellText(column, row.cells[index] ?? null, data.currency)}</td>
                  </tr>
                ),
              )}
            </tbody>
          </table>
        </Paper>
      ) : (
        <Text c="dimmed" p="md">
          {t('driver-info.no-score')}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {data.rule}
      </Text>
      <Group>
        <Button
          component={Link}
          to={`/reports/driver-score?${new URLSearchParams([['drivers', String(driverId)], ...Object.entries(days)]).toString()}`}
          variant="default"
        >
          {t('driver-info.open-score')}
        </Button>
      </Group>
    </Stack>
  );
}
