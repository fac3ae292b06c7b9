import type { CallOutput } from '../../../api/call.ts';
import { Anchor, Skeleton, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber } from '../../../text/format.ts';
import { formatMoney } from '../../../text/money.ts';
import { CutNote } from '../../../ui/cut-note.tsx';
import { Part } from './part.tsx';

type Total = CallOutput<'get-expense-totals'>['rows'][number];

interface Props {
  title: string;
  /** The heading of the first column. */
  of: string;
  data: CallOutput<'get-expense-totals'> | undefined;
  nameOf: (total: Total) => string;
  pathOf: (total: Total) => string;
}

const SHOWN = 50;

/** Sums, the largest first; each opens the expenses behind it. */
export function TotalsTable({ title, of, data, nameOf, pathOf }: Props) {
  const { t } = useTranslation();
  if (!data) return <Skeleton height={160} radius="lg" />;
  return (
    <Part title={title}>
      {data.total === 0 ? (
        <Text c="dimmed">{t('expense-totals.nothing')}</Text>
      ) : (
        <Table aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{of}</Table.Th>
              <Table.Th ta="end">{t('expense-totals.count')}</Table.Th>
              <Table.Th ta="end">{t('expense-totals.spent')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.rows.slice(0, SHOWN).map((total) => (
              <Table.Tr key={`${total.of} ${total.vehicleId} ${total.currency}`}>
                <Table.Td>{nameOf(total)}</Table.Td>
                <Table.Td ta="end">{formatNumber(total.count)}</Table.Td>
                <Table.Td ta="end">
                  <Anchor component={Link} to={pathOf(total)} inherit>
                    {formatMoney(total.amount, total.currency)}
                  </Anchor>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <CutNote shown={Math.min(SHOWN, data.rows.length)} total={data.total} />
    </Part>
  );
}
