import { maintenanceOperations, type ServicePlan } from '@milepost/contract/maintenance-operations';
import { SimpleGrid, Text, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../api/call.ts';
import { useMay } from '../../../../api/setup.ts';
import { formatDate, formatDistance } from '../../../../text/format.ts';
import { DateField } from '../../../../ui/date-picker/date-field.tsx';
import { DistanceField } from '../../../../ui/form/distance-field.tsx';
import { NumberField } from '../../../../ui/form/number-field.tsx';
import { RecordForm } from '../../../../ui/form/record-form.tsx';
import { useClosingForm } from '../../../../ui/form/use-closing-form.ts';
import { useVersion } from '../../../../ui/form/use-version.ts';
import { validateBy } from '../../../../ui/form/validate-by.ts';
import { refreshMaintenance } from '../../../../api/refresh-records.ts';
import { Section } from '../../../../ui/section/section.tsx';
import { PlanTargets } from './plan-targets.tsx';
import { inputOf, type PlanValues, valuesOf } from './plan-values.ts';
import { listText } from '../../../../text/list-text.ts';

interface Props {
  start: PlanValues;
  /** Undefined for a new plan. */
  plan: ServicePlan | undefined;
  onClose: () => void;
}

const validate = validateBy(maintenanceOperations['save-service-plan'].input);
const HOUR_S = 3600;
const LABELS: Readonly<Record<string, string>> = {
  everyM: 'every-distance',
  everyEngineS: 'every-hours',
  everyMonths: 'every-months',
  leadM: 'lead-distance',
  leadEngineS: 'lead-hours',
  leadDays: 'lead-days',
  allVehicles: 'all-vehicles',
  countedFrom: 'counted-from',
};

export function PlanForm({ start, plan, onClose }: Props) {
  const { t } = useTranslation();
  const label = (key: string) =>
    t(key === 'task' || key === 'note' ? `maintenance.${key}` : `maintenance.plan.${LABELS[key] ?? key}`);
  const maySave = useMay('maintenance', plan === undefined ? 'create' : 'edit');
  const mayDelete = useMay('maintenance', 'delete');
  const version = useVersion(plan, async (id) => (await call('get-service-plan-by-id', { id })).plan, valuesOf);
  const record = useClosingForm({
    initialValues: start,
    validate: (values) => validate(inputOf(values)),
    save: (values) => call('save-service-plan', { ...inputOf(values), ...version.sent() }),
    readAgain: version.readAgain,
    savedText: ({ plan: saved }) => t('form.saved', { name: saved.task }),
    onChanged: refreshMaintenance,
    onClose,
  });
  const { form } = record;
  const { values } = form;
  const field = (name: keyof PlanValues & string) => ({ ...form.getInputProps(name), label: label(name) });
  function wordOf(name: string, value: unknown): string | undefined {
    if ((name === 'everyM' || name === 'leadM') && typeof value === 'number') return formatDistance(value);
    if (name.endsWith('EngineS') && typeof value === 'number') return String(value / HOUR_S);
    if (name === 'countedFrom' && typeof value === 'string') return formatDate(value);
    if (typeof value === 'boolean') return t(value ? 'expenses.yes' : 'expenses.no');
    if (Array.isArray(value)) return listText(value.map((one: unknown) => nameOf(one)));
    return undefined;
  }
  const remove = (one: ServicePlan) =>
    record.remove({
      name: one.task,
      consequence: t('maintenance.plan.delete-text'),
      remove: () => call('delete-service-plan', { id: one.id }),
      restore: () => call('restore-service-plan', { id: one.id }),
    });
  return (
    <RecordForm
      record={record}
      fieldWords={{ label, value: wordOf }}
      readOnly={!maySave}
      onCancel={onClose}
      onDelete={plan && mayDelete ? () => remove(plan) : undefined}
    >
      <TextInput {...field('task')} maxLength={100} placeholder={t('maintenance.plan.task-example')} />
      <Section title={t('maintenance.plan.every')} level={3}>
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          <DistanceField {...field('everyM')} value={values.everyM} />
          <NumberField {...field('everyEngineS')} step={HOUR_S} value={values.everyEngineS} />
          <NumberField {...field('everyMonths')} value={values.everyMonths} />
        </SimpleGrid>
        <Text size="sm" c="dimmed">
          {t('maintenance.plan.whichever')}
        </Text>
      </Section>
      <PlanTargets form={form} />
      <Section title={t('maintenance.plan.lead')} level={3}>
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          <NumberField {...field('leadDays')} value={values.leadDays} />
          <DistanceField {...field('leadM')} value={values.leadM} />
          <NumberField {...field('leadEngineS')} step={HOUR_S} value={values.leadEngineS} />
        </SimpleGrid>
      </Section>
      <DateField
        {...field('countedFrom')}
        value={values.countedFrom}
        description={t('maintenance.plan.counted-from-hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <Textarea {...field('note')} autosize minRows={2} maxLength={2000} />
    </RecordForm>
  );
}

const nameOf = (one: unknown): string =>
  typeof one === 'object' && one !== null && 'name' in one ? String(one.name) : String(one);
