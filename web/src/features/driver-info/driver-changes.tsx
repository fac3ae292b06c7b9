import { Anchor, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../api/use-call.ts';
import { formatDateTime } from '../../text/format.ts';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import { labelKey } from './driver-values.ts';
import classes from './driver-page.module.css';

const SHOWN = 50;
const said = (value: unknown) => (typeof value === 'string' ? value : value == null ? '–' : JSON.stringify(value));

/** What was changed of the driver, newest first, field by field. */
export function DriverChanges({ driverId }: { driverId: number }) {
  const { t, i18n } = useTranslation();
  const input = { subject: 'driver', subjectId: String(driverId), direction: 'desc', pageSize: SHOWN } as const;
  const query = useCall('get-audit-list', input);
  const { data, error } = query;
  if (error && !data) return <ErrorNote error={error} onRetry={() => void query.refetch()} />;
  if (!data) return <Skeleton height={320} radius="lg" />;
  const fieldName = (field: string) => (i18n.exists(labelKey(field)) ? t(labelKey(field)) : field);
  return (
    <Stack gap="sm">
      {data.rows.map(({ id, at, username, action, before, after }) => (
        <Paper key={id} component="section" withBorder radius="lg" p="sm">
          <Text size="sm">
            <b>{t(`admin.audit.action.${action}`, { defaultValue: action })}</b> · {formatDateTime(at)} ·{' '}
            {username ?? t('admin.audit.system')}
          </Text>
          <dl className={classes['changes']}>
            {Object.keys({ ...before, ...after }).map((field) => (
              <div key={field}>
                <dt>{fieldName(field)}</dt>
                <dd>
                  {before !== null && (
                    <>
                      <del>{said(before[field])}</del>{' '}
                    </>
                  )}
                  {after !== null && <ins>{said(after[field])}</ins>}
                </dd>
              </div>
            ))}
          </dl>
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
