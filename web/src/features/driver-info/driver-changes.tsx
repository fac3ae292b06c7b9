import { Anchor, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../api/use-call.ts';
import { formatDateTime } from '../../text/format.ts';
import { ChangesTable } from '../../ui/changes/changes-table.tsx';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import { labelKey } from './driver-values.ts';

const SHOWN = 50;

/** What was changed of the driver, newest first, field by field. */
export function DriverChanges({ driverId }: { driverId: number }) {
  const { t, i18n } = useTranslation();
  const input = { subject: 'driver', subjectId: String(driverId), direction: 'desc', pageSize: SHOWN } as const;
  const query = useCall('get-audit-list', input);
  const { data, error } = query;
  if (error && !data) return <ErrorNote error={error} onRetry={() => void query.refetch()} />;
  if (!data) return <Skeleton height={320} radius="lg" />;
  const fieldName = (field: string) => (i18n.exists(labelKey(field)) ? t(labelKey(field)) : null);
  return (
    <Stack gap="sm">
      {data.rows.map((entry) => (
        <Paper key={entry.id} component="section" withBorder radius="lg" p="sm">
          <Text size="sm">
            <b>{t(`admin.audit.action.${entry.action}`, { defaultValue: entry.action })}</b> ·{' '}
            {formatDateTime(entry.at)} · {entry.username ?? t('admin.audit.system')}
          </Text>
          <ChangesTable entry={entry} fieldName={fieldName} />
        </Paper>
      ))}
      {data.total > SHOWN && (
        <Anchor component={Link} size="sm" to={`/admin/audit-log?subject=driver&id=${driverId}`}>
          {t('driver-info.all-changes')}
        </Anchor>
      )}
    </Stack>
  );
}
