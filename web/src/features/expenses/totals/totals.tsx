import { EXPENSE_KINDS } from '@milepost/contract/expense-kinds';
import { Group, Select, SimpleGrid, Skeleton, Stack, Title } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { useToday } from '../../../live/use-today.ts';
import { isDay } from '../../../text/local-day.ts';
import { addMonths, formatMonth, lastDayOf, monthOf } from '../../../text/months.ts';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { VehicleFilter } from '../../../ui/vehicle-filter/vehicle-filter.tsx';
import { readFilter } from '../expense-filter.ts';
import { BudgetTable } from './budget-table.tsx';
import { MonthSelect } from './month-select.tsx';
import { spentPath } from './spent-path.ts';
import { TotalsTable } from './totals-table.tsx';

const BudgetDrawer = lazyPart(async () => ({ default: (await import('./budget-drawer.tsx')).BudgetDrawer }));
const MonthsChart = lazyPart(async () => ({ default: (await import('./months-chart.tsx')).MonthsChart }));

const MONTHS = 12;
const MONTHS_BACK = 36;

/** The expenses of a month by kind and vehicle, compared with its budgets, and the months before. */
export function TotalsPage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const { open } = useOpenRecord();
  const mayEdit = useMay('expense-approval', 'edit');
  const thisMonth = monthOf(useToday());
  const monthParam = params.get('month');
  const month = isDay(monthParam) ? monthOf(monthParam) : thisMonth;
  const { kind, vehicleId } = readFilter(params);
  const of = { kind, vehicleId };
  const days = { firstDay: month, lastDay: lastDayOf(month) };
  const options = { placeholderData: keepPreviousData };
  const kinds = useCall('get-expense-totals', { by: 'kind', ...days, ...of }, options);
  const vehicles = useCall('get-expense-totals', { by: 'vehicle', most: 50, ...days, ...of }, options);
  const months = useCall(
    'get-expense-totals',
    { by: 'month', firstDay: addMonths(month, 1 - MONTHS), lastDay: days.lastDay, ...of },
    options,
  );
  const budgets = useCall('get-budget-list', { month, ...(vehicleId !== undefined && { vehicleId }) }, options);
  const failed = [kinds, vehicles, months, budgets].find(({ error }) => error !== null);

  const filter = (name: string, value: string | null) =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      if (value === null) next.delete(name);
      else next.set(name, value);
      return next;
    });
  return (
    <Stack p={{ base: 12, sm: 20 }} gap="md">
      <Title order={1} size={20}>
        {t('expenses.screen.totals')}
      </Title>
      <Group gap="xs">
        <MonthSelect
          label={t('expense-totals.month')}
          labelHidden
          value={month}
          from={addMonths(thisMonth, -MONTHS_BACK)}
          to={thisMonth}
          onChange={(chosen) => filter('month', chosen)}
        />
        <Select
          aria-label={t('expenses.kind-label')}
          placeholder={t('expenses.all-kinds')}
          clearable
          w={{ base: 'calc(50% - 4px)', sm: 180 }}
          data={EXPENSE_KINDS.map((value) => ({ value, label: t(`expenses.kind.${value}`) }))}
          value={kind ?? null}
          onChange={(value) => filter('kind', value)}
        />
        <VehicleFilter
          value={vehicleId ?? null}
          onChange={(id) => filter('vehicle', id === null ? null : String(id))}
        />
      </Group>
      {failed && <ErrorNote title={t('table.failed')} error={failed.error} onRetry={() => void failed.refetch()} />}
      {budgets.data && <BudgetTable month={month} data={budgets.data} onOpen={open} />}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <TotalsTable
          title={t('expense-totals.by-kind', { month: formatMonth(month) })}
          of={t('expenses.kind-label')}
          data={kinds.data}
          nameOf={(total) => t(`expenses.kind.${total.of}`)}
          pathOf={(total) =>
            spentPath({ month, kind: EXPENSE_KINDS.find((one) => one === total.of), vehicle: vehicleId })
          }
        />
        <TotalsTable
          title={t('expense-totals.by-vehicle', { month: formatMonth(month) })}
          of={t('expenses.vehicle')}
          data={vehicles.data}
          nameOf={(total) => total.of ?? t('expense-totals.no-vehicle')}
          pathOf={(total) => spentPath({ month, kind, vehicle: total.vehicleId ?? 'none' })}
        />
      </SimpleGrid>
      {months.data && months.data.total > 0 && (
        <Suspense fallback={<Skeleton height={260} radius="lg" />}>
          <MonthsChart rows={months.data.rows} />
        </Suspense>
      )}
      <TotalsTable
        title={t('expense-totals.by-month')}
        of={t('expense-totals.month')}
        data={months.data && { ...months.data, rows: months.data.rows.toReversed() }}
        nameOf={(total) => formatMonth(total.of ?? month)}
        pathOf={(total) => spentPath({ month: total.of ?? month, kind, vehicle: vehicleId })}
      />
      <Suspense>{mayEdit && <BudgetDrawer month={month} />}</Suspense>
    </Stack>
  );
}
