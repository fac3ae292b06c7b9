import { EXPENSE_KINDS } from '@milepost/contract/expense-kinds';
import { useTranslation } from 'react-i18next';
import { call, type CallInput } from '../../api/call.ts';
import { BulkEdit } from '../../ui/bulk-edit/bulk-edit.tsx';
import { choiceField, foundField, textField } from '../../ui/bulk-edit/bulk-fields.ts';
import type { BulkDialogProps } from '../../ui/list-page/chosen-bar.tsx';
import { ownBulkFields } from '../../ui/own-fields/own-bulk.ts';
import { useOwnFields } from '../../ui/own-fields/own-values.ts';
import { refreshExpenses } from '../../api/refresh-records.ts';

type Props = BulkDialogProps<NonNullable<CallInput<'change-expenses'>['filter']>>;

const vehicles = async (vehicle: string) => {
  const found = await call('get-expense-choices', { vehicle });
  return { rows: found.vehicles, total: found.vehiclesTotal };
};
const drivers = async (driver: string) => {
  const found = await call('get-expense-choices', { driver });
  return { rows: found.drivers, total: found.driversTotal };
};
const vendors = async (vendor: string) => {
  const found = await call('get-expense-choices', { vendor });
  return { rows: found.vendors, total: found.vendorsTotal };
};

/** Changes one field of the chosen expenses. */
export default function ExpenseBulk({ of, count, onClose }: Props) {
  const { t } = useTranslation();
  const own = useOwnFields('expense');
  const kinds = EXPENSE_KINDS.map((value) => ({ value, label: t(`expenses.kind.${value}`) }));
  return (
    <BulkEdit
      count={count}
      fields={[
        choiceField('kind', t('expenses.kind-label'), kinds),
        foundField('vehicleId', t('expenses.vehicle'), vehicles),
        foundField('driverId', t('expenses.driver'), drivers),
        foundField('vendorId', t('expenses.vendor'), vendors),
        textField('billNumber', t('expenses.bill-number'), 60),
        textField('note', t('expenses.note'), 500),
        ...ownBulkFields(t, own),
      ]}
      preview={(field, value) => call('preview-expense-change', { ...of, field, value })}
      change={(field, value) => call('change-expenses', { ...of, field, value })}
      undo={(id) => call('undo-expense-change', { id })}
      onChanged={refreshExpenses}
      onClose={onClose}
    />
  );
}
