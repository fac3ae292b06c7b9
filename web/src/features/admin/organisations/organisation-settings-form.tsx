import {
  organisationOperations,
  type OrganisationSettings,
  THRESHOLDS,
  type Threshold,
} from '@milepost/contract/organisation-operations';
import { Select, Switch, TagsInput, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { refresh } from '../../../api/refresh.ts';
import { notifyOtherWindows } from '../../../api/other-windows.ts';
import { refreshLanguage } from '../../../api/refresh-language.ts';
import { formatNumber } from '../../../text/format.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import { currencyChoices } from '../../../text/money.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { errorOf } from '../../../ui/form/error-of.ts';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { useClosingForm } from '../../../ui/form/use-closing-form.ts';
import { useVersion } from '../../../ui/form/use-version.ts';
import { timeZones } from '../../../text/time-zones.ts';
import { validateBy } from '../../../ui/form/validate-by.ts';
import { NumberInput } from '../../../ui/form/number-input.tsx';

const LogoField = lazyPart(() => import('./logo-field.tsx'));

type Values = {
  id: number;
  timeZone: string;
  currency: string;
  deviceNetworks: string[];
  requireSecondFactor: boolean;
} & Record<Threshold, number | null>;

interface Props {
  organisation: { id: number; name: string };
  settings: OrganisationSettings;
  readOnly: boolean;
  onClose: () => void;
}

const NAMES = [
  'speedLimitKph',
  'movingKph',
  'stopS',
  'tripMinM',
  'tripMinS',
  'idleS',
  'idleEndsTripS',
  'towMinM',
  'holeS',
  'visitFixes',
  'visitS',
] as const satisfies Threshold[];

const validate = validateBy(organisationOperations['save-organisation-settings'].input);

/**
 * The organisation's time zone, its rule for second factors, and the thresholds by which positions become trips, stops
 * and visits.
 */
export function OrganisationSettingsForm({ organisation, settings, readOnly, onClose }: Props) {
  const { t } = useTranslation();
  const version = useVersion(
    { ...settings, id: organisation.id },
    async (id) => ({ ...(await call('get-organisation-settings', { id })), id }),
    valuesOf,
  );
  const record = useClosingForm<Values, OrganisationSettings>({
    initialValues: valuesOf({ ...settings, id: organisation.id }),
    validate,
    save: (values) => call('save-organisation-settings', { ...values, ...version.sent() }),
    readAgain: version.readAgain,
    savedText: () => t('form.saved', { name: organisation.name }),
    onChanged() {
      refresh(
        'get-organisation-settings',
        'get-document-holders',
        'get-facts-progress',
        'get-dashboard',
        'get-dashboard-weekdays',
      );
      // The time zone can be the person's too.
      void refreshLanguage();
      notifyOtherWindows();
    },
    onClose,
  });
  const { form } = record;
  const unitOf = (name: Threshold) => t(`organisation-settings.unit.${THRESHOLDS[name].unit}`);
  const inWords = (name: Threshold, value: number | null | undefined) =>
    value === null || value === undefined ? t('organisation-settings.none') : `${formatNumber(value)} ${unitOf(name)}`;
  return (
    <RecordForm
      record={record}
      fieldWords={{
        label: (field) => t(`organisation-settings.${LABELS[field] ?? field}`),
        value: (field, value) => (isThreshold(field) ? inWords(field, Number(value)) : undefined),
      }}
      readOnly={readOnly}
      onCancel={onClose}
      aside={
        // People who may change the logo have this field beside the name.
        readOnly && (
          <Suspense>
            <LogoField organisationId={organisation.id} readOnly />
          </Suspense>
        )
      }
    >
      <Select
        label={t('organisation-settings.time-zone')}
        description={t('organisation-settings.time-zone-hint')}
        searchable
        allowDeselect={false}
        data={timeZones(settings.timeZone)}
        value={form.values.timeZone}
        error={form.errors['timeZone']}
        onChange={(zone) => zone !== null && form.setFieldValue('timeZone', zone)}
      />
      <Select
        {...form.getInputProps('currency')}
        label={t('organisation-settings.currency')}
        description={t('organisation-settings.currency-hint')}
        searchable
        allowDeselect={false}
        data={currencyChoices()}
      />
      <TagsInput
        {...form.getInputProps('deviceNetworks')}
        label={t('organisation-settings.networks')}
        description={t('organisation-settings.networks-hint')}
        error={errorOf(form.errors, 'deviceNetworks')}
        acceptValueOnBlur
      />
      <Text fw={600} mt="xs">
        {t('organisation-settings.sign-in')}
      </Text>
      <Switch
        {...form.getInputProps('requireSecondFactor', { type: 'checkbox' })}
        label={t('organisation-settings.second-factor')}
        description={
          settings.secondFactorFromAbove
            ? t('organisation-settings.second-factor-above')
            : t('organisation-settings.second-factor-hint')
        }
      />
      <Text fw={600} mt="xs">
        {t('organisation-settings.thresholds')}
      </Text>
      <Alert type="secondary" icon={<IconHistory aria-hidden />}>
        {t('organisation-settings.past')}
      </Alert>
      {NAMES.map((name) => {
        const { min, max } = THRESHOLDS[name];
        return (
          <NumberInput
            key={name}
            label={t(`organisation-settings.${name}`)}
            description={t('organisation-settings.range', {
              from: formatNumber(min),
              to: inWords(name, max),
              default: inWords(name, settings.defaults[name]),
            })}
            placeholder={inWords(name, settings.defaults[name])}
            suffix={` ${unitOf(name)}`}
            decimals={0}
            value={form.values[name] ?? ''}
            error={form.errors[name]}
            onChange={(value) => form.setFieldValue(name, typeof value === 'number' ? value : null)}
          />
        );
      })}
    </RecordForm>
  );
}

const LABELS: Readonly<Record<string, string>> = {
  timeZone: 'time-zone',
  deviceNetworks: 'networks',
  requireSecondFactor: 'second-factor',
};
const isThreshold = (field: string): field is Threshold => NAMES.some((name) => name === field);

const valuesOf = (settings: OrganisationSettings & { id: number }): Values => ({
  id: settings.id,
  timeZone: settings.timeZone,
  currency: settings.currency,
  deviceNetworks: settings.deviceNetworks,
  requireSecondFactor: settings.requireSecondFactor,
  ...nulls,
  ...settings.thresholds,
});

const nulls: Record<Threshold, null> = {
  movingKph: null,
  stopS: null,
  tripMinM: null,
  tripMinS: null,
  idleS: null,
  idleEndsTripS: null,
  towMinM: null,
  holeS: null,
  visitFixes: null,
  visitS: null,
  speedLimitKph: null,
};
