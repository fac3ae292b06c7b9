import { Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../text/format.ts';
import { faultWords } from '../editor/check-values.ts';
import classes from './found-table.module.css';
import type { FoundFence } from './found-fence.ts';

/** The maximum number of rows shown, with the total if there are more. Those with an error are first. */
const MAX_SHOWN = 200;

/** The geofences found in a file, with the errors by row. */
export function FoundTable({ found }: { found: readonly FoundFence[] }) {
  const { t } = useTranslation();
  const rows = [...found.filter(({ fault }) => fault), ...found.filter(({ fault }) => !fault)];
  const left = rows.length - MAX_SHOWN;
  return (
    <div className={classes['scroller']} tabIndex={0} role="region" aria-label={t('geo-fence.import.rows')}>
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('geo-fence.import.row')}</Table.Th>
            <Table.Th>{t('geo-fence.name')}</Table.Th>
            <Table.Th>{t('geo-fence.shape')}</Table.Th>
            <Table.Th>{t('geo-fence.import.state')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, MAX_SHOWN).map((fence, index) => (
            <Table.Tr key={index}>
              <Table.Td>{formatNumber(fence.row)}</Table.Td>
              <Table.Td>
                <bdi>{fence.name || `${t('geo-fence.import.unnamed')} ${fence.row}`}</bdi>
              </Table.Td>
              <Table.Td>{fence.shape ? t(`geo-fence.kind.${fence.shape.kind}`) : '–'}</Table.Td>
              <Table.Td>
                <span className={classes['state']} data-bad={fence.fault !== null || undefined}>
                  {fence.fault ? <IconAlertTriangle size={15} aria-hidden /> : <IconCheck size={15} aria-hidden />}
                  {fence.fault ? faultWords(t, fence.fault) : t('geo-fence.import.good')}
                </span>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {left > 0 && (
        <Text size="sm" c="dimmed" p="xs">
          {t('geo-fence.import.more', { count: left })}
        </Text>
      )}
    </div>
  );
}
