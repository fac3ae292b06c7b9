import type { AuditEntry } from '@milepost/contract/admin-operations';
import { Anchor, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDateTime } from '../../../text/format.ts';
import { ChangesTable } from '../../../ui/changes/changes-table.tsx';
import classes from '../admin.module.css';

interface Props {
  entry: AuditEntry;
  subject: string;
  action: string;
}

/** One entry: who, when, from where, and each field before and after. */
export function EntryDetails({ entry, subject, action }: Props) {
  const { t } = useTranslation();
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
      <ChangesTable entry={entry} />
    </Stack>
  );
}
