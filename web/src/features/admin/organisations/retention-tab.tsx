import {
  MAX_RETENTION_DAYS,
  MIN_RETENTION_DAYS,
  RETENTION_KINDS,
  type RetentionKind,
  type RetentionPeriod,
} from '@milepost/contract/retention-kinds';
import { type Retention, retentionOperations } from '@milepost/contract/retention-operations';
import { Button, Group, Select, Stack } from '@mantine/core';
import { IconHistoryOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { refresh } from '../../../api/refresh.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatNumber } from '../../../text/format.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { FOR_A_FORM } from '../../../ui/form/for-a-form.ts';
import { NumberInput } from '../../../ui/form/number-input.tsx';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { useClosingForm } from '../../../ui/form/use-closing-form.ts';
import { useVersion } from '../../../ui/form/use-version.ts';
import { validateBy } from '../../../ui/form/validate-by.ts';
import { RetentionPreview, type RetentionValues } from './retention-preview.tsx';

type Period = RetentionPeriod | null;

interface Props {
  organisation: { id: number; name: string };
  onClose: () => void;
}

/** How long an organisation keeps its data, with a dry run of what would be deleted. */
export default function RetentionTab({ organisation, onClose }: Props) {
  const { id } = organisation;
  const { data, error, refetch } = useCall('get-retention', { id }, FOR_A_FORM);
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  return data ? <RetentionForm key={id} organisation={organisation} retention={data} onClose={onClose} /> : null;
}

const validate = validateBy(retentionOperations['save-retention'].input);
/** The days of a newly chosen period: a year with its working days compared to the last one; a quarter of pictures. */
const PROPOSED_DAYS = 400;
const PROPOSED_PICTURE_DAYS = 90;

function RetentionForm({ organisation, retention, onClose }: Props & { retention: Retention }) {
  const { t } = useTranslation();
  const readOnly = !useMay('organisations', 'delete');
  const [tried, setTried] = useState<RetentionValues | null>(null);
  const version = useVersion(
    { ...retention, id: organisation.id },
    async (id) => ({ ...(await call('get-retention', { id })), id }),
    valuesOf,
  );
  const record = useClosingForm<RetentionValues, Retention>({
    initialValues: valuesOf({ ...retention, id: organisation.id }),
    validate,
    save: (values) => call('save-retention', { ...values, ...version.sent() }),
    readAgain: version.readAgain,
    savedText: () => t('form.saved', { name: organisation.name }),
    onChanged: () => refresh('get-retention', 'get-organisation-list'),
    onClose,
  });
  const { form } = record;
  const inWords = (period: Period) => {
    if (period === null) return t('retention.undecided-kind');
    return period === 'forever'
      ? t('retention.forever')
      : t('retention.days', { count: period, number: formatNumber(period) });
  };
  return (
    <RecordForm
      record={record}
      fieldWords={{
        label: (field) => (isKind(field) ? t(`retention.kind.${field}`) : field),
        value: (_field, value) => (isPeriod(value) ? inWords(value) : undefined),
      }}
      readOnly={readOnly}
      onCancel={onClose}
      aside={
        <Stack mt="md">
          <Group>
            <Button variant="default" onClick={() => !form.validate().hasErrors && setTried({ ...form.values })}>
              {t('retention.preview')}
            </Button>
          </Group>
          {tried && <RetentionPreview values={tried} />}
        </Stack>
      }
    >
      <Alert type="secondary" icon={<IconHistoryOff aria-hidden />}>
        {t('retention.note')}
      </Alert>
      {RETENTION_KINDS.map((kind) => {
        const value = form.values[kind];
        const above = retention.rows.find((row) => row.kind === kind)?.above ?? null;
        return (
          <Group key={kind} grow align="flex-start" preventGrowOverflow={false}>
            <Select
              label={t(`retention.kind.${kind}`)}
              description={t(`retention.hint.${kind}`)}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              allowDeselect={false}
              data={[
                {
                  value: 'above',
                  label:
                    above === null ? t('retention.undecided-kind') : t('retention.above', { period: inWords(above) }),
                },
                { value: 'days', label: t('retention.number-of-days') },
                { value: 'forever', label: t('retention.forever') },
              ]}
              value={modeOf(value)}
              onChange={(mode) => form.setFieldValue(kind, periodOf(kind, mode, value))}
            />
            {typeof value === 'number' && (
              <NumberInput
                label={t('retention.days-of', { kind: t(`retention.kind.${kind}`) })}
                decimals={0}
                min={MIN_RETENTION_DAYS[kind]}
                max={MAX_RETENTION_DAYS}
                value={value}
                error={form.errors[kind]}
                onChange={(days) => form.setFieldValue(kind, days === '' ? Number.NaN : days)}
              />
            )}
          </Group>
        );
      })}
    </RecordForm>
  );
}

const modeOf = (period: Period) => (period === null ? 'above' : period === 'forever' ? 'forever' : 'days');

function periodOf(kind: RetentionKind, mode: string | null, before: Period): Period {
  if (mode === 'forever') return 'forever';
  if (mode !== 'days') return null;
  if (typeof before === 'number') return before;
  return kind === 'pictures' ? PROPOSED_PICTURE_DAYS : PROPOSED_DAYS;
}

const isKind = (field: string): field is RetentionKind => RETENTION_KINDS.some((kind) => kind === field);
const isPeriod = (value: unknown): value is Period =>
  value === null || value === 'forever' || (typeof value === 'number' && !Number.isNaN(value));

function valuesOf({ id, rows }: Retention & { id: number }): RetentionValues {
  const own = (kind: RetentionKind) => rows.find((row) => row.kind === kind)?.own ?? null;
  return {
    id,
    positions: own('positions'),
    facts: own('facts'),
    alarms: own('alarms'),
    pictures: own('pictures'),
    files: own('files'),
    messages: own('messages'),
    audit: own('audit'),
  };
}
