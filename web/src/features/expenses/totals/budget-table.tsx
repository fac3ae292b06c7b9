import type { CallOutput } from '../../../api/call.ts';
import { Anchor, Button, Group, Table, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../../api/setup.ts';
import { formatMoney } from '../../../text/money.ts';
import { CutNote } from '../../../ui/cut-note.tsx';
import { Progress } from '../../../ui/progress/progress.tsx';
import { Part } from './part.tsx';
import { spentPath } from './spent-path.ts';

type Row = CallOutput<'get-budget-list'>['rows'][number];

interface Props {
  month: string;
  data: CallOutput<'get-budget-list'>;
  onOpen: (id: number | 'new') => void;
}

type BudgetSubject = Pick<Row, 'kind' | 'registration' | 'groupName' | 'organisationName'>;

/** "Fuel · North". */
export const budgetName = (t: TFunction, { kind, registration, groupName, organisationName }: BudgetSubject): string =>
  `${kind === null ? t('expenses.all-kinds') : t(`expenses.kind.${kind}`)} · ${registration ?? groupName ?? organisationName}`;

/** The budgets of a month: the amount, the sum spent, and the remainder or excess. */
export function BudgetTable({ month, data, onOpen }: Props) {
  const { t } = useTranslation();
  const mayEdit = useMay('expense-approval', 'edit');
  return (
    <Part title={t('expense-totals.budgets')}>
      {data.total === 0 && <Text c="dimmed">{t('expense-totals.no-budgets')}</Text>}
      {data.total > 0 && (
        <Table aria-label={t('expense-totals.budgets')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('expense-totals.budget-of')}</Table.Th>
              <Table.Th ta="end" visibleFrom="sm">
                {t('expense-totals.budget')}
              </Table.Th>
              <Table.Th ta="end">{t('expense-totals.spent')}</Table.Th>
              <Table.Th ta="end">{t('expense-totals.left')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.rows.map((row) => (
              <BudgetRow key={row.id} row={row} month={month} onOpen={mayEdit ? onOpen : undefined} />
            ))}
          </Table.Tbody>
        </Table>
      )}
      <CutNote shown={data.rows.length} total={data.total} />
      {mayEdit && (
        <Group mt="xs">
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => onOpen('new')}>
            {t('expense-totals.add-budget')}
          </Button>
        </Group>
      )}
    </Part>
  );
}

interface RowProps {
  row: Row;
  month: string;
  /** Undefined if the role may not change it. */
  onOpen: ((id: number) => void) | undefined;
}

function BudgetRow({ row, month, onOpen }: RowProps) {
  const { t } = useTranslation();
  const { id, kind, vehicleId, groupId, amount, currency, spent, left } = row;
  const name = budgetName(t, row);
  const over = left < 0;
  return (
    <Table.Tr>
      <Table.Td>
        {onOpen ? (
          <Anchor component="button" type="button" inherit ta="start" onClick={() => onOpen(id)}>
            {name}
          </Anchor>
        ) : (
          name
        )}
        <Progress value={Math.min(spent, amount)} max={amount} type={over ? 'danger' : 'info'} size={4} />
      </Table.Td>
      <Table.Td ta="end" visibleFrom="sm">
        {formatMoney(amount, currency)}
      </Table.Td>
      <Table.Td ta="end">
        <Anchor component={Link} to={spentPath({ month, kind, vehicle: vehicleId, groupId })} inherit>
          {formatMoney(spent, currency)}
        </Anchor>
      </Table.Td>
      <Table.Td ta="end">
        {over ? (
          <Text span inherit fw={600} c="var(--danger)">
            {t('expense-totals.over', { amount: formatMoney(-left, currency) })}
          </Text>
        ) : (
          formatMoney(left, currency)
        )}
      </Table.Td>
    </Table.Tr>
  );
}
