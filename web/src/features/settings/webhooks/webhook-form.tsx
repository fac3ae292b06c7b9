import { listText } from '../../../text/list-text.ts';
import { SEVERITIES } from '@milepost/contract/alarm-constants';
import { webhookOperations, type Webhook } from '@milepost/contract/webhook-operations';
import { Chip, Divider, Group, Input, MultiSelect, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call, type CallOutput } from '../../../api/call.ts';
import { refresh } from '../../../api/refresh.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatDateTime } from '../../../text/format.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { useClosingForm } from '../../../ui/form/use-closing-form.ts';
import { useVersion } from '../../../ui/form/use-version.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { WebhookTools } from './webhook-tools.tsx';
import { validateBy } from '../../../ui/form/validate-by.ts';
import { faultText } from '../../../text/fault-text.ts';

interface Props {
  /** Undefined for a new webhook. */
  webhook: Webhook | undefined;
  onClose: () => void;
  onSecret: (secret: string) => void;
}

const validate = validateBy(webhookOperations['save-webhook'].input);

const LABELS: Readonly<Record<string, string>> = { ruleIds: 'rules', lateAlarms: 'late' };

const valuesOf = (webhook: Webhook | undefined) => ({
  name: webhook?.name ?? '',
  url: webhook?.url ?? '',
  severities: webhook?.severities ?? [...SEVERITIES],
  ruleIds: webhook?.rules.map(({ id }) => id) ?? [],
  lateAlarms: webhook?.lateAlarms ?? false,
  enabled: webhook?.enabled ?? true,
});

export function WebhookForm({ webhook, onClose, onSecret }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`webhooks.${key}`);
  const maySave = useMay('webhooks', webhook === undefined ? 'create' : 'edit');
  const mayDelete = useMay('webhooks', 'delete');
  const mayRules = useMay('alarm-rules', 'view');
  const list = useCall('get-alarm-rule-list', { pageSize: 500 }, { enabled: mayRules });
  const version = useVersion(webhook, async (id) => (await call('get-webhook-by-id', { id })).webhook, valuesOf);
  const record = useClosingForm({
    initialValues: valuesOf(webhook),
    validate,
    save: (values) => call('save-webhook', { ...values, ...version.sent() }),
    readAgain: version.readAgain,
    savedText: ({ webhook: saved }) => t('form.saved', { name: saved.name }),
    onChanged: () => refresh('get-webhook-list'),
    onClose(saved?: CallOutput<'save-webhook'>) {
      onClose();
      if (saved && saved.secret !== null) onSecret(saved.secret);
    },
  });
  const { form } = record;
  const known = new Map(
    [...(webhook?.rules ?? []), ...(list.data?.rows ?? [])]
      .filter((rule) => !webhook || !('organisationId' in rule) || rule.organisationId === webhook.organisationId)
      .map(({ id, name }) => [id, name]),
  );

  function wordOf(field: string, value: unknown): string | undefined {
    if (!Array.isArray(value)) return undefined;
    if (field === 'severities') return listText(value.map((each) => t(`severity.${String(each)}`))) || undefined;
    const names = listText(value.map((id: unknown) => known.get(Number(id)) ?? `#${String(id)}`));
    return names || label('every-rule');
  }

  const remove = ({ id, name }: Webhook) =>
    record.remove({
      name,
      consequence: label('delete-text'),
      remove: () => call('delete-webhook', { id }),
      restore: () => call('restore-webhook', { id }),
    });
  return (
    <RecordForm
      record={record}
      fieldWords={{ label: (field) => label(LABELS[field] ?? field), value: wordOf }}
      readOnly={!maySave}
      onCancel={onClose}
      onDelete={webhook && mayDelete ? () => remove(webhook) : undefined}
    >
      {webhook?.disabledReason != null && !webhook.enabled && (
        <Alert dismissible={false}>{t('webhooks.switched-off', { reason: faultText(webhook.disabledReason) })}</Alert>
      )}
      {webhook?.enabled === true && webhook.failingSince !== null && (
        <Alert dismissible={false}>
          {t('webhooks.failing-since', { time: formatDateTime(webhook.failingSince), number: webhook.waiting })}
        </Alert>
      )}
      <TextInput {...form.getInputProps('name')} label={label('name')} withAsterisk maxLength={60} data-autofocus />
      <TextInput
        {...form.getInputProps('url')}
        label={label('url')}
        description={label('url-hint')}
        placeholder="https://example.org/milepost"
        withAsterisk
        type="url"
        dir="ltr"
        maxLength={1000}
      />
      <Input.Wrapper
        label={label('severities')}
        description={label('severities-hint')}
        error={form.errors['severities']}
      >
        <Chip.Group
          multiple
          value={form.values.severities}
          onChange={(chosen) =>
            form.setFieldValue(
              'severities',
              SEVERITIES.filter((one) => chosen.includes(one)),
            )
          }
        >
          <Group gap={4} mt={4}>
            {SEVERITIES.map((severity) => (
              <Chip key={severity} value={severity} size="sm">
                {t(`severity.${severity}`)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Input.Wrapper>
      {webhook?.rulesGone === true && <Alert dismissible={false}>{label('rules-gone-text')}</Alert>}
      <MultiSelect
        {...form.getInputProps('ruleIds')}
        label={label('rules')}
        placeholder={form.values.ruleIds.length === 0 ? label('every-rule') : ''}
        searchable
        clearable
        hidePickedOptions
        data={[...known].map(([id, name]) => ({ value: id, label: name }))}
      />
      <Switch
        {...form.getInputProps('lateAlarms', { type: 'checkbox' })}
        label={label('late')}
        description={label('late-hint')}
      />
      <Switch {...form.getInputProps('enabled', { type: 'checkbox' })} label={label('enabled')} />
      {webhook && (
        <>
          <Divider />
          <WebhookTools id={webhook.id} name={webhook.name} mayEdit={maySave} onSecret={onSecret} />
          <DeliveryLog id={webhook.id} mayEdit={maySave} />
        </>
      )}
    </RecordForm>
  );
}
