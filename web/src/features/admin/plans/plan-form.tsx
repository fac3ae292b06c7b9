import { subscriptionOperations, type Plan } from '@milepost/contract/subscription-operations';
import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatMoney } from '../../../text/money.ts';
import { enteredNumber } from '../../../ui/form/entered-number.ts';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { useClosingForm } from '../../../ui/form/use-closing-form.ts';
import { useVersion } from '../../../ui/form/use-version.ts';
import { validateBy } from '../../../ui/form/validate-by.ts';
import { MoneyField } from '../../../ui/money/money-field.tsx';
import { refreshSubscriptions } from '../../../api/refresh-records.ts';
import { NumberInput } from '../../../ui/form/number-input.tsx';

interface Props {
  /** Undefined for a new plan. */
  plan: Plan | undefined;
  onClose: () => void;
}

interface Values extends Record<string, unknown> {
  name: string;
  price: number | null;
  months: number | null;
  note: string;
}

const valuesOf = (plan: Plan | undefined): Values => ({
  name: plan?.name ?? '',
  price: plan?.price ?? null,
  months: plan?.months ?? 1,
  note: plan?.note ?? '',
});

const validate = validateBy(subscriptionOperations['save-plan'].input);

export function PlanForm({ plan, onClose }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`subscriptions.${key === 'name' ? 'plan' : key}`);
  const maySave = useMay('subscriptions', plan === undefined ? 'create' : 'edit');
  const mayDelete = useMay('subscriptions', 'delete');
  const version = useVersion(plan, async (id) => (await call('get-plan-by-id', { id })).plan, valuesOf);
  const choices = useCall('get-subscription-choices', {}, { enabled: plan === undefined });
  const currency = plan?.currency ?? choices.data?.currency ?? 'USD';
  const record = useClosingForm({
    initialValues: valuesOf(plan),
    validate,
    save: ({ price, months, ...values }) =>
      call('save-plan', {
        ...values,
        // Validated above: they cannot be missing.
        price: price ?? 0,
        months: months ?? 0,
        ...version.sent(),
        ...(plan && { currency }),
      }),
    readAgain: version.readAgain,
    savedText: ({ plan: saved }) => t('form.saved', { name: saved.name }),
    onChanged: refreshSubscriptions,
    onClose,
  });
  const { form } = record;
  return (
    <RecordForm
      record={record}
      fieldWords={{
        label,
        value: (name, value) =>
          name === 'price' && typeof value === 'number' ? formatMoney(value, currency) : undefined,
      }}
      readOnly={!maySave}
      onCancel={onClose}
      onDelete={
        plan && mayDelete
          ? () =>
              record.remove({
                name: plan.name,
                consequence: t('subscriptions.plans.delete-text'),
                remove: () => call('delete-plan', { id: plan.id }),
                restore: () => call('restore-plan', { id: plan.id }),
              })
          : undefined
      }
    >
      <TextInput {...form.getInputProps('name')} label={label('name')} withAsterisk maxLength={100} data-autofocus />
      <MoneyField
        {...form.getInputProps('price')}
        label={label('price')}
        currency={currency}
        value={form.values.price}
      />
      <NumberInput
        {...form.getInputProps('months')}
        label={label('months')}
        decimals={0}
        value={form.values.months ?? ''}
        onChange={(entered) => form.setFieldValue('months', enteredNumber(entered))}
      />
      <Textarea {...form.getInputProps('note')} label={label('note')} autosize minRows={2} maxLength={2000} />
    </RecordForm>
  );
}
