import { CHOSEN_STATES, workOrderName } from '@milepost/contract/maintenance-kinds';
import { workOrderOperations, type WorkOrder } from '@milepost/contract/work-order-operations';
import { Select, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../api/call.ts';
import { useMay } from '../../../../api/setup.ts';
import { formatDateTimeWithoutSeconds } from '../../../../text/format.ts';
import { formatMoney } from '../../../../text/money.ts';
import { MomentInput } from '../../../../ui/date-picker/moment-input.tsx';
import { RecordFiles } from '../../../../ui/files/record-files.tsx';
import { NumberField } from '../../../../ui/form/number-field.tsx';
import { RecordForm } from '../../../../ui/form/record-form.tsx';
import { SearchedSelect } from '../../../../ui/form/searched-select.tsx';
import { useClosingForm } from '../../../../ui/form/use-closing-form.ts';
import { useVersion } from '../../../../ui/form/use-version.ts';
import { validateBy } from '../../../../ui/form/validate-by.ts';
import { refreshMaintenance } from '../../../../api/refresh-records.ts';
import { MoneyField } from '../../../../ui/money/money-field.tsx';
import { Section } from '../../../../ui/section/section.tsx';
import { OrderNote } from './order-note.tsx';
import { OrderParts } from './order-parts.tsx';
import { OrderTasks } from './order-tasks.tsx';
import { costOf, inputOf, type OrderValues, valuesOf } from './order-values.ts';
import { useOrderChoices } from './use-order-choices.ts';
import { listText } from '../../../../text/list-text.ts';

interface Props {
  start: OrderValues;
  /** Undefined for a new order. */
  order: WorkOrder | undefined;
  onClose: () => void;
}

const validate = validateBy(workOrderOperations['save-work-order'].input);
const LABELS: Readonly<Record<string, string>> = {
  title: 'title-label',
  state: 'state-label',
  vendorId: 'vendor',
  labourHours: 'labour-hours',
  labourCost: 'labour-cost',
  outFrom: 'out-from',
  outTo: 'out-to',
};
const nameOf = ({ number, registration }: WorkOrder) => `${workOrderName(number)} · ${registration}`;

/** The work at a vehicle: tasks, assignee, parts, and the time out of service. */
export function OrderForm({ start, order, onClose }: Props) {
  const { t } = useTranslation();
  const label = (key: string) =>
    key === 'note' || key === 'vehicleId'
      ? t(key === 'note' ? 'maintenance.note' : 'maintenance.vehicle')
      : t(`maintenance.order.${LABELS[key] ?? key}`);
  const mayEdit = useMay('maintenance', order === undefined ? 'create' : 'edit');
  const isDone = order?.state === 'done';
  const maySave = mayEdit && !isDone;
  const mayDelete = useMay('maintenance', 'delete') && !isDone;
  const version = useVersion(order, async (id) => (await call('get-work-order-by-id', { id })).order, valuesOf);
  const record = useClosingForm({
    initialValues: start,
    validate: (values) => validate(inputOf(values)),
    save: (values) =>
      call('save-work-order', {
        ...inputOf(values),
        currency,
        ...version.sent(),
      }),
    readAgain: version.readAgain,
    savedText: ({ order: saved }) => t('form.saved', { name: nameOf(saved) }),
    onChanged: refreshMaintenance,
    onClose,
  });
  const { form } = record;
  const { values } = form;
  const choices = useOrderChoices(values);
  const currency = order?.currency ?? choices.currency;
  const field = (name: keyof OrderValues & string) => ({ ...form.getInputProps(name), label: label(name) });
  const moment = (name: 'outFrom' | 'outTo') => ({
    ...field(name),
    timeLabel: t('maintenance.order.time'),
    value: values[name],
  });
  function wordOf(name: string, value: unknown): string | undefined {
    if (name === 'state') return t(`maintenance.order.state.${String(value)}`);
    if (name === 'labourCost' && typeof value === 'number') return formatMoney(value, currency);
    if ((name === 'outFrom' || name === 'outTo') && typeof value === 'string')
      return formatDateTimeWithoutSeconds(value);
    if (Array.isArray(value)) return listText(value.map((one: unknown) => lineOf(one)));
    return choices.nameOf(name, value);
  }
  const remove = (one: WorkOrder) =>
    record.remove({
      name: nameOf(one),
      consequence: t('maintenance.order.delete-text'),
      remove: () => call('delete-work-order', { id: one.id }),
      restore: () => call('restore-work-order', { id: one.id }),
    });
  return (
    <>
      {order && <OrderNote order={order} unsaved={form.isDirty()} today={choices.today} onChanged={onClose} />}
      <RecordForm
        record={record}
        fieldWords={{ label, value: wordOf }}
        readOnly={!maySave}
        onCancel={onClose}
        onDelete={order && mayDelete ? () => remove(order) : undefined}
      >
        <SearchedSelect
          {...field('vehicleId')}
          options={choices.vehicles}
          total={choices.vehiclesTotal}
          onSearch={choices.searchVehicle}
          value={values.vehicleId}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput {...field('title')} maxLength={100} />
          {isDone ? (
            <div />
          ) : (
            <Select
              {...field('state')}
              allowDeselect={false}
              data={CHOSEN_STATES.map((value) => ({ value, label: t(`maintenance.order.state.${value}`) }))}
            />
          )}
        </SimpleGrid>
        <OrderTasks form={form} services={choices.services} />
        <SearchedSelect
          {...field('vendorId')}
          options={choices.vendors}
          total={choices.vendorsTotal}
          onSearch={choices.searchVendor}
          value={values.vendorId}
          clearable
        />
        <OrderParts form={form} currency={currency} />
        <Section title={t('maintenance.order.labour')} level={3}>
          <SimpleGrid cols={2} spacing="sm">
            <NumberField {...field('labourHours')} decimals={2} value={values.labourHours} />
            <MoneyField {...field('labourCost')} currency={currency} value={values.labourCost} />
          </SimpleGrid>
          <Text size="sm" ta="end">
            {t('maintenance.order.total', { amount: formatMoney(costOf(values), currency) })}
          </Text>
        </Section>
        <Section title={t('maintenance.order.out')} level={3}>
          <MomentInput {...moment('outFrom')} open={t('maintenance.order.not-out')} />
          {values.outFrom !== null && <MomentInput {...moment('outTo')} open={t('maintenance.order.no-end')} />}
          <Text size="sm" c="dimmed">
            {t('maintenance.order.out-text')}
          </Text>
        </Section>
        <Textarea {...field('note')} autosize minRows={2} maxLength={2000} />
        {order && (
          <RecordFiles
            kind="work-order"
            id={order.id}
            mayEdit={mayEdit}
            label={t('files.of', { name: nameOf(order) })}
            addLabel={t('files.add')}
          />
        )}
      </RecordForm>
    </>
  );
}

/** A task or a part as text. */
function lineOf(one: unknown): string {
  if (typeof one !== 'object' || one === null) return '';
  return 'text' in one ? String(one.text) : 'name' in one ? String(one.name) : '';
}
