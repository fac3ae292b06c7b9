import type { RetentionKind, RetentionPeriod } from '@milepost/contract/retention-kinds';
import type { RetentionCount } from '@milepost/contract/retention-operations';
import { Skeleton, Table, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { formatDate, formatNumber } from '../../../text/format.ts';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { FOR_A_FORM } from '../../../ui/form/for-a-form.ts';

/** The periods of the form; null is as above. */
export type RetentionValues = { id: number } & Record<RetentionKind, RetentionPeriod | null>;

/** The dry run: what the next daily run would delete with these periods. */
export function RetentionPreview({ values }: { values: RetentionValues }) {
  const { t } = useTranslation();
  const { data, error, refetch, isFetching } = useCall('get-retention-preview', values, FOR_A_FORM);
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data || isFetching) return <Skeleton height={220} />;
  return (
    <Table.ScrollContainer minWidth={300}>
      {data.asOf !== undefined && <Text size="sm">{t('retention.behind', { date: formatDate(data.asOf) })}</Text>}
      <Table aria-label={t('retention.preview-title')} role="table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('retention.what')}</Table.Th>
            <Table.Th ta="end">{t('retention.count')}</Table.Th>
            <Table.Th>{t('retention.from-to')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.rows.map((row) => (
            <Table.Tr key={row.kind}>
              <Table.Td>{t(`retention.kind.${row.kind}`)}</Table.Td>
              <Table.Td ta="end">{countText(t, row)}</Table.Td>
              <Table.Td>
                {row.oldest !== null && row.newest !== null && `${formatDate(row.oldest)} – ${formatDate(row.newest)}`}
                {row.held > 0 && (
                  <Text size="xs" c="dimmed">
                    {t('retention.held', { number: formatNumber(row.held) })}
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function countText(t: TFunction, { count, complete }: RetentionCount): string {
  if (count === null) return t('retention.kept');
  return complete ? formatNumber(count) : t('retention.at-least', { number: formatNumber(count) });
}
