import { Checkbox, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { MAX_SECTIONS } from '@milepost/contract/saved-reports';
import { type SavedReport, savedReportOperations } from '@milepost/contract/saved-report-operations';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { refresh } from '../../../api/refresh.ts';
import { formatSettings } from '../../../text/format-settings.ts';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { useClosingForm } from '../../../ui/form/use-closing-form.ts';
import { useVersion } from '../../../ui/form/use-version.ts';
import { validateBy } from '../../../ui/form/validate-by.ts';
import { Section } from '../../../ui/section/section.tsx';
import { useReports } from '../use-reports.ts';
import { inputOf, newSection, type SavedValues, valuesOf } from './saved-values.ts';
import { SectionList } from './section-list.tsx';

interface Props {
  start: SavedValues;
  /** Undefined for a new saved report. */
  report?: SavedReport | undefined;
  /** Called with the saved report, or without one after a deletion or cancellation. */
  onClose: (saved?: SavedReport) => void;
  onDeleted?: () => void;
}

const check = validateBy(savedReportOperations['save-saved-report'].input);
const refreshSaved = () => refresh('get-saved-report-list', 'get-saved-report');

/** The sections of a saved report, its cover, and the people who see it. */
export default function SavedForm({ start, report, onClose, onDeleted }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`saved-reports.${key}`);
  const { language } = formatSettings();
  const version = useVersion(report, async (id) => (await call('get-saved-report', { id, language })).report, valuesOf);
  const record = useClosingForm<SavedValues, { report: SavedReport }>({
    initialValues: start,
    validate: (values) => atFields(check(inputOf(values))),
    save: (values) => call('save-saved-report', { ...inputOf(values), ...version.sent(), language }),
    readAgain: version.readAgain,
    savedText: ({ report: saved }) => t('form.saved', { name: saved.name }),
    onChanged: refreshSaved,
    onClose: (saved) => (saved === undefined ? (onDeleted ?? onClose)() : onClose(saved.report)),
  });
  const { form } = record;
  const { values } = form;
  const { data } = useReports();
  const field = (name: keyof SavedValues & string, text: string) => ({
    ...form.getInputProps(name),
    label: label(text),
  });
  const remove = (one: SavedReport) =>
    record.remove({
      name: one.name,
      consequence: label('delete-text'),
      remove: () => call('delete-saved-report', { id: one.id }),
      restore: () => call('restore-saved-report', { id: one.id }),
      onChanged: () => refresh('get-saved-report-list'),
    });
  return (
    <RecordForm
      record={record}
      fieldWords={{ label: (name) => label(name) }}
      readOnly={report?.mayEdit === false}
      onCancel={() => onClose()}
      onDelete={report?.mayEdit ? () => remove(report) : undefined}
    >
      <TextInput {...field('name', 'name')} maxLength={100} />
      <Checkbox
        {...form.getInputProps('shared', { type: 'checkbox' })}
        label={label('shared')}
        description={label('shared-note')}
      />
      <Section title={label('sections')} level={3}>
        <Stack gap="xs">
          <SectionList
            sections={values.sections}
            onChange={(sections) => form.setFieldValue('sections', sections)}
            error={form.errors['sections']}
          />
          {values.sections.length < MAX_SECTIONS && (
            <Select
              aria-label={label('add-section')}
              placeholder={label('add-section')}
              searchable
              selectFirstOptionOnChange
              nothingFoundMessage={t('form.nothing-found')}
              data={data?.rows.map(({ kind, name }) => ({ value: kind, label: name })) ?? []}
              value={null}
              onChange={(kind) => {
                const chosen = data?.rows.find((one) => one.kind === kind);
                if (chosen) form.setFieldValue('sections', [...values.sections, newSection(chosen.kind, chosen.name)]);
              }}
            />
          )}
          <Text size="xs" c="dimmed">
            {label('sections-note')}
          </Text>
        </Stack>
      </Section>
      <Section title={label('cover')} level={3}>
        <Stack gap="sm">
          <Checkbox {...form.getInputProps('withCover', { type: 'checkbox' })} label={label('with-cover')} />
          {values.withCover && (
            <>
              <TextInput {...field('coverTitle', 'cover-title')} placeholder={values.name} maxLength={100} />
              <Textarea {...field('coverText', 'cover-text')} autosize minRows={2} maxRows={8} />
              <Checkbox
                {...form.getInputProps('coverLogo', { type: 'checkbox' })}
                label={label('cover-logo')}
                description={label('cover-logo-note')}
              />
            </>
          )}
        </Stack>
      </Section>
    </RecordForm>
  );
}

const FIELDS: Readonly<Record<string, string>> = { 'cover.title': 'coverTitle', 'cover.text': 'coverText' };

/** Errors within a list or the cover are shown at its field. */
const atFields = (faults: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(faults).map(([path, text]) => [FIELDS[path] ?? path.replace(/^(sections|params)\..*$/, '$1'), text]),
  );
