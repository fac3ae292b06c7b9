import type { AuditEntry } from '@milepost/contract/admin-operations';
import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { changesOf } from './changes.ts';

interface Props {
  entry: Pick<AuditEntry, 'before' | 'after'>;
  /** The label of a field; null if it has none, in which case the name from the log is shown. */
  fieldName?: (field: string) => string | null;
}

const BREAKS = { overflowWrap: 'anywhere' } as const;

/** The changes of an entry of the audit log: each field before and after. */
export function ChangesTable({ entry, fieldName }: Props) {
  const { t } = useTranslation();
  const changes = changesOf(entry.before, entry.after);
  if (changes.length === 0) return <Text c="dimmed">{t('admin.audit.no-changes')}</Text>;
  return (
    <Table fz={13} verticalSpacing={6} horizontalSpacing={8} style={BREAKS}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('admin.audit.field')}</Table.Th>
          <Table.Th scope="col">{t('admin.audit.before')}</Table.Th>
          <Table.Th scope="col">{t('admin.audit.after')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changes.map(({ field, before, after }) => {
          const name = fieldName?.(field) ?? null;
          return (
            <Table.Tr key={field}>
              <Table.Th scope="row" className={name === null ? 'mono' : undefined}>
                {name ?? field}
              </Table.Th>
              <Table.Td c={before === null ? undefined : 'var(--status-stopped)'}>
                {before === null ? '–' : <del>{before}</del>}
              </Table.Td>
              <Table.Td c={after === null ? undefined : 'var(--status-running)'}>
                {after === null ? '–' : <ins style={{ textDecoration: 'none' }}>{after}</ins>}
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}
