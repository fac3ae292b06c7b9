import { subscriptionOperations } from '@milepost/contract/subscription-operations';
import { Button, Group, SegmentedControl, SimpleGrid, Text, Textarea } from '@mantine/core';
import { IconFileInvoice } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { formatDate, formatNumber } from '../../../text/format.ts';
import { formatMoney } from '../../../text/money.ts';
import { DateField } from '../../../ui/date-picker/date-field.tsx';
import { enteredNumber } from '../../../ui/form/entered-number.ts';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { useClosingForm } from '../../../ui/form/use-closing-form.ts';
import { useVersion } from '../../../ui/form/use-version.ts';
import { validateBy } from '../../../ui/form/validate-by.ts';
import { MoneyField } from '../../../ui/money/money-field.tsx';
import { refreshSubscriptions } from '../../../api/refresh-records.ts';
import { StateChip } from './state-chip.tsx';
import { Until } from './subscription-columns.tsx';
import { periodAfter, type SubscriptionRecord, type SubscriptionValues, valuesOf } from './subscription-values.ts';
import { useSubscriptionChoices } from './use-subscription-choices.tsx';
import { NumberInput } from '../../../ui/form/number-input.tsx';

interface Props {
  /** Undefined for a new subscription. */
  record: SubscriptionRecord | undefined;
  onClose: () => void;
}

const validate = validateBy(subscriptionOperations['save-subscription'].input);
const LABELS: Readonly<Record<string, string>> = {
  organisationId: 'customer',
  planId: 'plan',
  allVehicles: 'covers',
  vehicleIds: 'named',
  vehicleLimit: 'vehicle-limit',
  fromDay: 'from-day',
  untilDay: 'until-day',
};

const versioned = (record: SubscriptionRecord) => ({
  ...record,
  id: record.subscription.id,
  version: record.subscription.version,
});

/** The form of a subscription: only its seller can change it. */
export function SubscriptionForm({ record: shown, onClose }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`subscriptions.${LABELS[key] ?? key}`);
  const subscription = shown?.subscription;
  const ours = subscription?.mayChange !== false;
  const maySave = useMay('subscriptions', subscription === undefined ? 'create' : 'edit') && ours;
  const mayDelete = useMay('subscriptions', 'delete') && ours;
  const mayBill = useMay('subscriptions', 'create') && ours;
  const version = useVersion(
    shown && versioned(shown),
    async (id) => versioned(await call('get-subscription-by-id', { id })),
    valuesOf,
  );
  const record = useClosingForm({
    initialValues: valuesOf(shown),
    validate,
    save: ({ price, organisationId, planId, fromDay, ...values }) =>
      call('save-subscription', {
        ...values,
        // Validated above: they cannot be missing.
        organisationId: organisationId ?? 0,
        planId: planId ?? 0,
        fromDay: fromDay ?? '',
        ...(price !== null && { price }),
        ...version.sent(),
      }),
    readAgain: version.readAgain,
    savedText: ({ subscription: saved }) => t('form.saved', { name: saved.organisationName }),
    onChanged: refreshSubscriptions,
    onClose,
  });
  const { form } = record;
  const { values } = form;
  const choices = useSubscriptionChoices({
    form,
    record: shown,
    label: (key) => t(`subscriptions.${key}`),
    onPlan: ({ price, months }) =>
      form.setValues((old) => ({
        price,
        untilDay:
          old.fromDay && old.untilDay === null ? periodAfter(old.fromDay, null, months) : (old.untilDay ?? null),
      })),
  });
  const { months, currency } = choices;
  const field = (name: keyof SubscriptionValues & string) => ({ ...form.getInputProps(name), label: label(name) });

  function wordOf(name: string, value: unknown): string | undefined {
    if (name === 'price' && typeof value === 'number') return formatMoney(value, currency);
    if (name === 'allVehicles') return label(value === true ? 'all' : 'some');
    if (name === 'vehicleIds' && Array.isArray(value)) return choices.vehicleText(value.map(Number));
    return typeof value === 'string' && name.endsWith('Day') ? formatDate(value) : undefined;
  }
  function addPeriod() {
    if (values.fromDay === null || months === undefined) return;
    form.setFieldValue('untilDay', periodAfter(values.fromDay, values.untilDay, months));
  }
  return (
    <RecordForm
      record={record}
      fieldWords={{ label, value: wordOf }}
      readOnly={!maySave}
      onCancel={onClose}
      onDelete={
        subscription && mayDelete
          ? () =>
              record.remove({
                name: `${subscription.organisationName} · ${subscription.planName}`,
                consequence: t('subscriptions.delete-text'),
                remove: () => call('delete-subscription', { id: subscription.id }),
                restore: () => call('restore-subscription', { id: subscription.id }),
              })
          : undefined
      }
    >
      {subscription && (
        <Group justify="space-between">
          <Group gap={8}>
            <StateChip state={subscription.state} />
            <Text span size="sm">
              <Until {...subscription} />
            </Text>
          </Group>
          {mayBill && (
            <Button
              component={Link}
              to={`/admin/invoices?open=new&subscription=${subscription.id}`}
              variant="light"
              size="xs"
              leftSection={<IconFileInvoice size={16} aria-hidden />}
            >
              {t('subscriptions.bill')}
            </Button>
          )}
        </Group>
      )}
      {choices.customer}
      {choices.plan}
      <MoneyField {...field('price')} currency={currency} value={values.price} />
      {months !== undefined && (
        <Text size="sm" c="dimmed">
          {t('subscriptions.per', { count: months, number: formatNumber(months) })}
        </Text>
      )}
      <SegmentedControl
        aria-label={label('covers')}
        disabled={!maySave}
        value={values.allVehicles ? 'all' : 'some'}
        onChange={(next) => form.setFieldValue('allVehicles', next === 'all')}
        data={['all', 'some'].map((value) => ({ value, label: label(value) }))}
      />
      {values.allVehicles ? (
        <NumberInput
          {...field('vehicleLimit')}
          description={label('limit-hint')}
          decimals={0}
          value={values.vehicleLimit ?? ''}
          onChange={(entered) => form.setFieldValue('vehicleLimit', enteredNumber(entered))}
        />
      ) : (
        choices.vehicles
      )}
      <SimpleGrid cols={2} spacing="sm">
        <DateField {...field('fromDay')} value={values.fromDay} />
        <DateField {...field('untilDay')} value={values.untilDay} clearable />
      </SimpleGrid>
      {maySave && months !== undefined && (
        <Button variant="default" size="xs" onClick={addPeriod} style={{ justifySelf: 'start' }}>
          {t('subscriptions.longer', { count: months, number: formatNumber(months) })}
        </Button>
      )}
      <Textarea {...field('note')} autosize minRows={2} maxLength={2000} />
    </RecordForm>
  );
}
