import type { AuditEntry } from '@milepost/contract/admin-routes';
import { Anchor, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDateTime } from '../../../text/format.ts';
import classes from '../admin.module.css';
import { changesOf } from './changes.ts';

interface Props {
  entry: AuditEntry;
  subject: string;
  action: string;
}

/** One entry: who, when, from where, and each field before and after. */
export function EntryDetails({ entry, subject, action }: Props) {
  const { t } = useTranslation();
  const changes = changesOf(entry.before, entry.after);
  return (
    <Stack>
      <dl className={classes['facts']}>
        <dt>{t('admin.audit.at')}</dt>
        <dd>{formatDateTime(entry.at)}</dd>
        <dt>{t('admin.audit.who')}</dt>
        <dd>{entry.username ?? t('admin.audit.system')}</dd>
        <dt>{t('admin.audit.action-label')}</dt>
        <dd>{action}</dd>
        <dt>{t('admin.audit.address')}</dt>
        <dd className="mono">{entry.address ?? '–'}</dd>
      </dl>
      <Anchor
        component={Link}
        size="sm"
        to={`/admin/audit-log?subject=${encodeURIComponent(entry.subject)}&id=${encodeURIComponent(entry.subjectId)}`}
      >
        {t('admin.audit.all-of-it', { subject })}
      </Anchor>
      {changes.length === 0 ? (
        <Text c="dimmed">{t('admin.audit.no-changes')}</Text>
      ) : (
        <table className={classes['changes']}>
          <thead>
            <tr>
              <th scope="col">{t('admin.audit.field')}</th>
              <th scope="col">{t('admin.audit.before')}</th>
              <th scope="col">{t('admin.audit.after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row" className="mono">
                  {field}
                </th>
                <td>{before === null ? '–' : <del>{before}</del>}</td>
                <td>{after === null ? '–' : <ins>{after}</ins>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Stack>
  );
}
