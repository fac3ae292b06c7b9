import { alarmRuleOperations, type AlarmRule } from '@milepost/contract/alarm-rule-operations';
import { Divider, Select, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../../api/call.ts';
import { useMay, useSetup } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { useClosingForm } from '../../../ui/form/use-closing-form.ts';
import { DryRun } from './dry-run.tsx';
import { refreshRules } from '../../../api/refresh-records.ts';
import { RuleSentence } from './rule-sentence.tsx';
import { emptyValues, inputOf, type RuleValues, valuesOf } from './rule-values.ts';
import { useVersion } from '../../../ui/form/use-version.ts';
import { ruleFieldWords } from './rule-words.ts';
import { validateBy } from '../../../ui/form/validate-by.ts';
import { labelledOptions } from '../../../ui/rest-option.ts';

interface Props {
  /** Undefined for a new rule. */
  rule: AlarmRule | undefined;
  /** The initial values of a new rule. */
  begin?: RuleValues | undefined;
  onClose: () => void;
}

export function RuleForm({ rule, begin, onClose }: Props) {
  const { t } = useTranslation();
  const maySave = useMay('alarm-rules', rule === undefined ? 'create' : 'edit');
  const mayDelete = useMay('alarm-rules', 'delete');
  const limited = useSetup().data?.limited ?? false;
  const version = useVersion(rule, async (id) => (await call('get-alarm-rule-by-id', { id })).rule, valuesOf);
  const record = useClosingForm<RuleValues, { rule: AlarmRule }>({
    initialValues: rule ? valuesOf(rule) : { ...(begin ?? emptyValues()), ...(limited && { allVehicles: false }) },
    validate: (values) => faultsOf(values, t('alarm-rules.vehicles-missing')),
    save: (values) => call('save-alarm-rule', { ...inputOf(values), ...version.sent() }),
    readAgain: version.readAgain,
    savedText: ({ rule: saved }) => t('form.saved', { name: saved.name }),
    // Reloads the list of rules, and the lists of alarms whose rule changed.
    onChanged: refreshRules,
    onClose,
  });
  const { form } = record;
  const { organisationId } = form.values;
  const choices = useCall('get-alarm-rule-choices', organisationId === null ? {} : { organisationId });
  const ofFence = rule?.fenceId != null;
  const organisations = choices.data?.organisations ?? [];

  const remove = ({ id, name, activeAlarms }: AlarmRule) =>
    record.remove({
      name,
      consequence:
        activeAlarms === 0 ? t('alarm-rules.delete-plain') : t('alarm-rules.delete-text', { count: activeAlarms }),
      remove: () => call('delete-alarm-rule', { id }),
      restore: () => call('restore-alarm-rule', { id }),
    });
  return (
    <RecordForm
      record={record}
      fieldWords={ruleFieldWords(t)}
      readOnly={!maySave}
      onCancel={onClose}
      onDelete={rule && mayDelete && !ofFence ? () => remove(rule) : undefined}
    >
      {ofFence && (
        <Alert type="info" dismissible={false}>
          {t('alarm-rules.of-fence')} <Link to={`/geo-fence?fence=${rule.fenceId}`}>{t('alarm-rules.open-fence')}</Link>
        </Alert>
      )}
      <TextInput
        {...form.getInputProps('name')}
        label={t('alarm-rules.name')}
        placeholder={t('alarm-rules.name-example')}
        withAsterisk
        maxLength={80}
        disabled={ofFence}
        data-autofocus
      />
      {organisations.length > 1 && rule === undefined && (
        <Select
          label={t('alarm-rules.organisation')}
          allowDeselect={false}
          searchable
          data={labelledOptions(t, organisations, choices.data?.organisationsTotal)}
          value={organisationId ?? choices.data?.organisationId ?? null}
          onChange={(id) => form.setValues({ organisationId: id, vehicles: [], groups: [], fences: [] })}
        />
      )}
      <RuleSentence form={form} choices={choices.data} ofFence={ofFence} />
      <Switch
        {...form.getInputProps('enabled', { type: 'checkbox' })}
        label={t('alarm-rules.enabled')}
        description={
          rule && rule.activeAlarms > 0 && !form.values.enabled
            ? t('alarm-rules.disable-text', { count: rule.activeAlarms })
            : null
        }
        disabled={ofFence}
      />
      <Divider />
      <DryRun values={form.values} />
    </RecordForm>
  );
}

const validateRule = validateBy(alarmRuleOperations['save-alarm-rule'].input);

/** The errors of the server's schema, at the fields that show them. */
function faultsOf(values: RuleValues, vehiclesMissing: string): Record<string, string> {
  const { allVehicles, vehicles, groups, vehicleTypes } = values;
  const faults = validateRule(inputOf(values));
  if (!allVehicles && vehicles.length + groups.length + vehicleTypes.length === 0)
    faults['vehicleIds'] = vehiclesMissing;
  return faults;
}
