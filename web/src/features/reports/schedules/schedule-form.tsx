import { Checkbox, Input, MultiSelect, Select, SimpleGrid, TagsInput, Text } from '@mantine/core';
import { DOWNLOAD_FORMATS } from '@milepost/contract/download-operations';
import { reportScheduleOperations, type ReportSchedule } from '@milepost/contract/report-schedule-operations';
import { MAX_SCHEDULE_WEBHOOKS, SCHEDULE_EVERY } from '@milepost/contract/report-schedules';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isLanguage, LANGUAGES, traitsOf } from '@milepost/contract/languages';
import { call } from '../../../api/call.ts';
import { refresh } from '../../../api/refresh.ts';
import { useSetup } from '../../../api/setup.ts';
import { faultText } from '../../../text/fault-text.ts';
import { formatDate } from '../../../text/format.ts';
import { timeZones } from '../../../text/time-zones.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { useClosingForm } from '../../../ui/form/use-closing-form.ts';
import { useVersion } from '../../../ui/form/use-version.ts';
import { validateBy } from '../../../ui/form/validate-by.ts';
import { TimePicker } from '../../../ui/time-picker/time-picker.tsx';
import { timeOf, toClock } from '../../../ui/weekly-hours/hours.ts';
import { pastedAddresses } from './pasted-addresses.ts';
import { PdfNote } from './pdf-note.tsx';
import { PeopleField } from './people-field.tsx';
import { type NewSchedule, type ScheduleValues, toInput, valuesOf } from './schedule-values.ts';
import { sentence, weekdayName } from './schedule-words.ts';
import { ScheduleFilters } from './schedule-filters.tsx';
import { fittingRange, rangeFinding, RANGES_IN_ORDER } from './schedule-ranges.ts';
import { useHooks } from './use-hooks.ts';
import { NumberInput } from '../../../ui/form/number-input.tsx';
import { listText } from '../../../text/list-text.ts';

interface Props {
  /** Undefined for a new schedule. */
  schedule?: ReportSchedule | undefined;
  begun: NewSchedule;
  onClose: () => void;
  aside?: ReactNode;
}

/** The separators of pasted addresses. */
const SPLIT = [',', ';', ' ', '\n', '\t'];
const DAYS = [1, 2, 3, 4, 5, 6, 7];
const LABELS: Readonly<Record<string, string>> = {
  every: 'how-often',
  everyDays: 'every-days',
  monthDay: 'month-day',
  timeZone: 'zone',
  range: 'days',
  yearBefore: 'year-before-label',
  peopleIds: 'people',
  webhookIds: 'webhooks',
  skipEmpty: 'skip-empty-label',
};
const INPUT = reportScheduleOperations['save-report-schedule'].input;
const check = validateBy(INPUT);
const addressFaults = validateBy(INPUT.pick({ addresses: true }));
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Entries of a list have their errors by index; the field shows the first. */
function atFields(faults: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(faults).map(([path, text]) => [path.replace(/\..*$/, ''), text]));
}

/** The invalid addresses. */
const wrongAddresses = ({ addresses }: ScheduleValues) =>
  addresses.filter((address) => addressFaults({ addresses: [address] })['addresses.0'] !== undefined);

export const refreshSchedules = () =>
  refresh('get-report-schedule-list', 'get-report-schedule', 'get-report-schedule-runs');

/** The form of a schedule: time, range, format and recipients, with the resulting sentence. */
export default function ScheduleForm({ schedule, begun, onClose, aside }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`schedules.${key}`);
  const version = useVersion(schedule, async (id) => (await call('get-report-schedule', { id })).schedule, valuesOf);
  const record = useClosingForm<ScheduleValues, { schedule: ReportSchedule }>({
    initialValues: valuesOf(schedule),
    validate: (values) => ({
      ...(values.peopleIds.length + values.addresses.length + values.webhookIds.length === 0 && {
        peopleIds: faultText({ code: 'schedule-recipients' }),
      }),
      ...atFields(check(toInput(values, begun))),
    }),
    save: (values) => call('save-report-schedule', { ...toInput(values, begun), ...version.sent() }),
    readAgain: version.readAgain,
    savedText: () => t('schedules.saved', { report: begun.title }),
    // Only the list, not the open schedule: it can be deleted.
    onChanged: () => refresh('get-report-schedule-list'),
    onClose: () => onClose(),
  });
  const { form } = record;
  const { values } = form;
  function wordOf(name: string, value: unknown): string | null | undefined {
    if (name === 'every') return t(`schedules.every.${String(value)}`);
    if (name === 'range') return t(`reports.ranges.${String(value)}`);
    if (name === 'weekday') return weekdayName(Number(value));
    if (name === 'language') return typeof value === 'string' && isLanguage(value) ? traitsOf(value).name : undefined;
    if (name !== 'webhookIds' || !Array.isArray(value)) return undefined;
    return listText(hooks.flatMap((hook) => (value.includes(hook.id) ? hook.name : []))) || null;
  }
  const field = (name: keyof ScheduleValues & string, text: string) => ({
    ...form.getInputProps(name),
    label: label(text),
  });
  const finding = rangeFinding(values.range, values);
  const mailConfigured = useSetup().data?.mailConfigured ?? true;
  const writesMails = values.peopleIds.length + values.addresses.length > 0 || values.webhookIds.length === 0;
  /** The range follows the interval as long as it matched the previous one. */
  function changeRhythm(part: Partial<Pick<ScheduleValues, 'every' | 'everyDays'>>) {
    const fitted = values.range === fittingRange(values);
    const next = { ...values, ...part };
    form.setValues({ ...part, ...(fitted && { range: fittingRange(next) }) });
  }
  const wrong = wrongAddresses(values);
  const hooks = useHooks(schedule);
  const remove = (id: number) =>
    record.remove({
      name: begun.title,
      consequence: label('delete-text'),
      remove: () => call('delete-report-schedule', { id }),
      restore: () => call('restore-report-schedule', { id }),
    });
  return (
    <RecordForm
      record={record}
      fieldWords={{ label: (name) => label(LABELS[name] ?? name), value: wordOf }}
      readOnly={schedule?.own === false}
      onCancel={onClose}
      onDelete={schedule && (() => remove(schedule.id))}
      aside={aside}
    >
      {schedule?.held && (
        <Alert type="info">
          {t('schedules.held', { name: schedule.held.by ?? '–', date: formatDate(schedule.held.at) })}
        </Alert>
      )}
      <Text size="sm" fw={600} data-sentence>
        {sentence(t, {
          ...values,
          params: begun.params,
          range: values.range === '' ? null : values.range,
          recipients: [
            ...values.peopleIds.map(({ name }) => name),
            ...values.addresses,
            ...hooks.filter(({ id }) => values.webhookIds.includes(id)).map(({ name }) => name),
          ],
        })}
      </Text>
      {!mailConfigured && writesMails && (
        <Alert type="warning" dismissible={false}>
          {label('no-mail')}
        </Alert>
      )}
      <ScheduleFilters begun={begun} range={values.range} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          {...field('every', 'how-often')}
          onChange={(every) => every !== null && changeRhythm({ every })}
          allowDeselect={false}
          data={SCHEDULE_EVERY.map((value) => ({ value, label: t(`schedules.every.${value}`) }))}
        />
        {values.every === 'week' && (
          <Select
            {...field('weekday', 'weekday')}
            allowDeselect={false}
            data={DAYS.map((value) => ({ value, label: weekdayName(value) }))}
          />
        )}
        {values.every === 'month' && (
          <NumberInput {...field('monthDay', 'month-day')} description={label('month-day-note')} min={1} max={31} />
        )}
        {values.every === 'days' && (
          <NumberInput
            {...field('everyDays', 'every-days')}
            onChange={(days) => {
              if (typeof days === 'number') changeRhythm({ everyDays: days });
              else form.getInputProps('everyDays').onChange(days);
            }}
            min={1}
            max={366}
          />
        )}
        <Input.Wrapper labelElement="div" label={label('time')} error={form.errors['time']}>
          <div>
            <TimePicker
              label={label('time')}
              spinners={false}
              disabled={schedule?.own === false}
              value={timeOf(minutesOf(values.time))}
              onChange={({ hour, minute }) => form.setFieldValue('time', toClock(hour * 60 + minute))}
            />
          </div>
        </Input.Wrapper>
        <Select {...field('timeZone', 'zone')} searchable allowDeselect={false} data={timeZones(values.timeZone)} />
        <Select
          {...field('range', 'days')}
          description={finding === null ? undefined : t(`schedules.range-${finding}`, { time: values.time })}
          allowDeselect={false}
          data={[
            ...RANGES_IN_ORDER.map((value) => ({ value, label: t(`reports.ranges.${value}`) })),
            { value: '' as const, label: label('usual-days') },
          ]}
        />
        <MultiSelect
          {...field('formats', 'formats')}
          data={DOWNLOAD_FORMATS.map((value) => ({ value, label: value.toUpperCase() }))}
        />
        <Select
          {...field('language', 'language')}
          description={values.language === '' && values.addresses.length > 0 ? label('language-note') : undefined}
          allowDeselect={false}
          data={[
            { value: '' as const, label: label('readers-language') },
            ...LANGUAGES.map((value) => ({ value, label: traitsOf(value).name })),
          ]}
        />
      </SimpleGrid>
      <PdfNote begun={begun} values={values} />
      <Checkbox {...form.getInputProps('yearBefore', { type: 'checkbox' })} label={label('year-before-label')} />
      <PeopleField
        label={label('people')}
        value={values.peopleIds}
        onChange={(people) => form.setFieldValue('peopleIds', people)}
        error={form.errors['peopleIds']}
      />
      <TagsInput
        {...field('addresses', 'addresses')}
        onChange={(entries) => form.setFieldValue('addresses', pastedAddresses(entries))}
        description={label('addresses-note')}
        acceptValueOnBlur
        clearable
        inputMode="email"
        splitChars={SPLIT}
        error={wrong.length > 0 ? t('schedules.wrong-addresses', { names: listText(wrong) }) : form.errors['addresses']}
      />
      {hooks.length > 0 && (
        <MultiSelect
          {...field('webhookIds', 'webhooks')}
          description={label('webhooks-note')}
          maxValues={MAX_SCHEDULE_WEBHOOKS}
          data={hooks.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <Checkbox {...form.getInputProps('skipEmpty', { type: 'checkbox' })} label={label('skip-empty-label')} />
      <Text size="xs" c="dimmed">
        {label('as-on-screen')}
      </Text>
    </RecordForm>
  );
}
