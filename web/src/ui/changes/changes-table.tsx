import type { AuditEntry } from '@milepost/contract/admin-routes';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { changesOf } from './changes.ts';
import classes from './changes.module.css';

interface Props {
  entry: Pick<AuditEntry, 'before' | 'after'>;
  /** The name of a field in words; null where it has none, and is shown as the log has it. */
  fieldName?: (field: string) => string | null;
}

/** What an entry of the audit log changed: each field before and after. */
export function ChangesTable({ entry, fieldName }: Props) {
  const { t } = useTranslation();
  const changes = changesOf(entry.before, entry.after);
  if (changes.length === 0) return <Text c="dimmed">{t('admin.audit.no-changes')}</Text>;
  return (
    <table className={classes['changes']}>
      <thead>
        <tr>
          <th scope="col">{t('admin.audit.field')}</th>
          <th scope="col">{t('admin.audit.before')}</th>
          <th scope="col">{t('admin.audit.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => {
          const name = fieldName?.(field) ?? null;
          return (
            <tr key={field}>
              <th scope="row" className={name === null ? 'mono' : undefined}>
                {name ?? field}
              </th>
              <td>{before === null ? '–' : <del>{before}</del>}</td>
              <td>{after === null ? '–' : <ins>{after}</ins>}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
