import { EXPENSE_KINDS } from '@milepost/contract/expense-kinds';
import { Button, Select, Text } from '@mantine/core';
import { IconCheck, IconChecklist, IconX } from '@tabler/icons-react';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatNumber } from '../../../text/format.ts';
import { BulkBar } from '../../../ui/data-table/bulk-bar.tsx';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { EXPENSE_DEFAULTS, expenseColumns } from '../../../ui/expenses/expense-columns.tsx';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { ListPage } from '../../../ui/list-page/list-page.tsx';
import { useOwnFields } from '../../../ui/own-fields/own-values.ts';
import { notifyWithUndo } from '../../../ui/toast/notify-with-undo.tsx';
import { notify, notifyError } from '../../../ui/toast/notify.ts';
import { FindingSelect } from '../finding-select.tsx';
import { expenseCells } from '../expense-cells.ts';
import { sumText } from '../expense-sum.ts';
import { readFilter } from '../expense-filter.ts';
import { refreshExpenses } from '../../../api/refresh-records.ts';
import { RefuseDialog } from './refuse-dialog.tsx';

const ExpenseDrawer = lazyPart(async () => ({ default: (await import('../expense-drawer.tsx')).ExpenseDrawer }));
const NONE: ReadonlySet<number> = new Set();
/** The maximum number that the server decides on per call. */
const MAX_EXPENSES = 100;

type Decided = { decision: 'approve' } | { decision: 'refuse'; reason: string };

/** The pending expenses, and the decision on the chosen ones. */
export function ApprovalPage() {
  const { t } = useTranslation();
  const list = useTableState(EXPENSE_DEFAULTS);
  const [params] = useSearchParams();
  const { open } = useOpenRecord();
  const mayView = useMay('expenses', 'view');
  const mayDecide = useMay('expense-approval', 'edit');
  const [chosen, setChosen] = useState(NONE);
  const [refusing, setRefusing] = useState(false);
  const { kind, doubt } = readFilter(params);
  const fields = useOwnFields('expense');
  const input = { ...list.state, kind, doubt };
  const query = useCall('get-expense-queue', input, { placeholderData: keepPreviousData });
  const rows = query.data?.rows ?? [];
  // Expenses that somebody else decided on meanwhile can no longer be chosen.
  const seen = rows.filter(({ id }) => chosen.has(id)).slice(0, MAX_EXPENSES);
  const ids = seen.map(({ id }) => id);
  const toggle = (id: number) =>
    setChosen((old) => new Set(old.has(id) ? [...old].filter((one) => one !== id) : [...old, id]));
  const decide = useMutation({
    mutationFn: (decided: Decided) =>
      call('decide-expenses', { ids, versions: seen.map(({ version }) => version), ...decided }),
    onSuccess(_answer, { decision }) {
      const text = t(`expenses.decided.${decision}`, { count: ids.length, number: formatNumber(ids.length) });
      notifyWithUndo(t, text, () => void takeBack(ids));
      setChosen(NONE);
      setRefusing(false);
    },
    onError: (error) => notifyError(t, error),
    onSettled: refreshExpenses,
  });
  async function takeBack(decided: number[]) {
    try {
      await call('decide-expenses', { ids: decided, decision: 'reopen' });
      notify(t('expenses.taken-back', { count: decided.length, number: formatNumber(decided.length) }));
    } catch (error) {
      notifyError(t, error);
    }
    refreshExpenses();
  }
  return (
    <>
      <ListPage
        title={t('expenses.approval-title')}
        searchLabel={t('expenses.search')}
        list={list}
        columns={expenseColumns(t, mayDecide ? { chosen, toggle } : undefined).filter(({ key }) => key !== 'state')}
        query={query}
        onOpen={({ id }) => (mayView ? open(id) : toggle(id))}
        file={{
          name: 'expenses-to-approve',
          columns: fields && expenseCells(t, fields),
          fetchPage: (page, pageSize) => call('get-expense-queue', { ...input, page, pageSize }),
        }}
        filters={
          <>
            <Select
              aria-label={t('expenses.kind-label')}
              placeholder={t('expenses.all-kinds')}
              clearable
              w={{ base: '100%', sm: 180 }}
              data={EXPENSE_KINDS.map((value) => ({ value, label: t(`expenses.kind.${value}`) }))}
              value={kind ?? null}
              onChange={(value) => list.filter({ kind: value })}
            />
            <FindingSelect value={doubt} onChange={(value) => list.filter({ doubt: value })} />
          </>
        }
        filtered={kind !== undefined || doubt !== undefined}
        empty={{
          Icon: IconChecklist,
          title: t('expenses.approval-empty'),
          text: t('expenses.approval-empty-text'),
        }}
      />
      <BulkBar
        label={t('expenses.decide')}
        count={ids.length}
        onPage={() => setChosen(new Set(rows.slice(0, MAX_EXPENSES).map(({ id }) => id)))}
        onNone={() => setChosen(NONE)}
      >
        <Text span size="sm" fw={650} aria-live="polite">
          {sumText(rows.filter(({ id }) => ids.includes(id)))}
        </Text>
        <Button
          leftSection={<IconCheck size={16} aria-hidden />}
          loading={decide.isPending}
          onClick={() => decide.mutate({ decision: 'approve' })}
        >
          {t('expenses.approve')}
        </Button>
        <Button variant="default" leftSection={<IconX size={16} aria-hidden />} onClick={() => setRefusing(true)}>
          {t('expenses.refuse')}
        </Button>
      </BulkBar>
      <RefuseDialog
        opened={refusing}
        count={ids.length}
        busy={decide.isPending}
        onClose={() => setRefusing(false)}
        onRefuse={(reason) => decide.mutate({ decision: 'refuse', reason })}
      />
      <Suspense>{mayView && <ExpenseDrawer />}</Suspense>
    </>
  );
}
