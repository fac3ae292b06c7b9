import type { AuditEntry } from '@milepost/contract/admin-operations';
import type { RecordKind } from '@milepost/contract/record-kinds';
import { Anchor, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../api/use-call.ts';
import { formatDateTime } from '../../text/format.ts';
import { ErrorNote } from '../error-note/error-note.tsx';
import { ChangesTable } from './changes-table.tsx';

const SHOWN = 50;

interface Props {
  subject: Extract<RecordKind, 'vehicle' | 'driver' | 'outlet'>;
  id: number;
  /** The catalogue key of a field's label; a field without one is shown as it is in the log. */
  labelKey: (field: string) => string;
  /** Replaces the values of an entry where they should not be shown as they are in the log. */
  shown?: (entry: AuditEntry) => Pick<AuditEntry, 'before' | 'after'>;
}

/** The changes of a record, newest first, field by field. */
export function RecordChanges({ subject, id, labelKey, shown }: Props) {
  const { t, i18n } = useTranslation();
  const input = { subject, subjectId: String(id), direction: 'desc', pageSize: SHOWN } as const;
  const query = useCall('get-audit-list', input);
  const { data, error } = query;
  if (error && !data) return <ErrorNote error={error} onRetry={() => void query.refetch()} />;
  if (!data) return <Skeleton height={320} radius="lg" />;
  if (data.total === 0) return <Text c="dimmed">{t('admin.audit.nothing-yet')}</Text>;
  const fieldName = (field: string) => (i18n.exists(labelKey(field)) ? t(labelKey(field)) : null);
  return (
    <Stack gap="sm">
      {data.rows.map((entry) => (
        <Paper key={entry.id} component="section" withBorder radius="lg" p="sm">
          <Text size="sm">
            <b>{t(`admin.audit.action.${entry.action}`, { defaultValue: entry.action })}</b> ·{' '}
            {formatDateTime(entry.at)} · {entry.username ?? t('admin.audit.system')}
          </Text>
          <ChangesTable entry={shown?.(entry) ?? entry} fieldName={fieldName} />
        </Paper>
      ))}
      {data.total > SHOWN && (
        <Anchor component={Link} size="sm" to={`/admin/audit-log?subject=${subject}&id=${id}`}>
          {t('admin.audit.all-changes')}
        </Anchor>
      )}
    </Stack>
  );
}
