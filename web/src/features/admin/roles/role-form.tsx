import type { Grant, Role } from '@milepost/contract/admin-operations';
import type { RoleLimit, RoleLimitChoices } from '@milepost/contract/vehicle-limit';
import { Group, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useMay } from '../../../api/setup.ts';
import { callKey, useCall } from '../../../api/use-call.ts';
import { refresh } from '../../../api/refresh.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { useClosingForm } from '../../../ui/form/use-closing-form.ts';
import { useVersion } from '../../../ui/form/use-version.ts';
import { confirmed } from '../../../ui/dialog/confirm.tsx';
import { mergeGrants } from './grant-matrix.ts';
import { GrantTable } from './grant-table.tsx';
import { limitWords } from '../users/limit-words.ts';
import { RoleLimitField } from './role-limit-field.tsx';
import { CutNote } from '../../../ui/cut-note.tsx';
import { NumberInput } from '../../../ui/form/number-input.tsx';
import { listText } from '../../../text/list-text.ts';

interface Props {
  /** Undefined for a new role. */
  role: Role | undefined;
  grants: Grant[];
  /** The options of the role's limit. */
  choices: RoleLimitChoices;
  onClose: () => void;
}

type Values = {
  name: string;
  priority: number | string;
  grants: Grant[];
  limit: RoleLimit | null;
};

const MIN_IMPORTANT = 1000;

const valuesOf = (role: Role | undefined, grants: Grant[]): Values => ({
  name: role?.name ?? '',
  priority: role?.priority ?? '',
  grants,
  limit: role?.limit ?? null,
});

async function read(id: number) {
  const { role, grants } = await call('get-role-by-id', { id });
  return { ...role, grants };
}

export function RoleForm({ role, grants, choices, onClose }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`admin.roles.${key}`);
  const mayEdit = useMay('roles', 'edit');
  const mayCreate = useMay('roles', 'create');
  const mayDelete = useMay('roles', 'delete');
  const readOnly = role === undefined ? !mayCreate : !mayEdit || !role.manageable;
  const priorities = useCall('get-role-priority', {});
  const people = useCall('get-role-user', { id: role?.id ?? 1 }, { enabled: role !== undefined });
  const own = priorities.data?.own ?? 0;
  const version = useVersion(role && { ...role, grants }, read, (saved) => valuesOf(saved, saved.grants));
  const record = useClosingForm<Values, { role: Role }>({
    initialValues: valuesOf(role, grants),
    validate: ({ name, priority, limit }) => ({
      ...(limit?.groups.length === 0 && { limit: label('limit-missing') }),
      ...(name.trim() === '' && { name: label('name-missing') }),
      ...(typeof priority !== 'number' && { priority: label('priority-missing') }),
      ...(!readOnly &&
        typeof priority === 'number' &&
        priority <= own && { priority: t('admin.roles.too-high', { own }) }),
    }),
    save: (values) =>
      call('save-role', {
        ...version.sent(),
        name: values.name,
        priority: Number(values.priority),
        limit: values.limit && { groupIds: values.limit.groups.map(({ id }) => id), common: values.limit.common },
        grants: values.grants.map(({ menuId, view, create, edit, delete: remove }) => ({
          menuId,
          view,
          create,
          edit,
          delete: remove,
        })),
      }),
    readAgain: version.readAgain,
    mergeParts: { grants: mergeGrants },
    savedText: ({ role: saved }) => t('form.saved', { name: saved.name }),
    onChanged() {
      refresh('get-role-list', 'get-user-list', 'get-role-priority');
      queryClient.removeQueries({ queryKey: callKey('get-role-by-id') });
    },
    onClose,
  });
  const { form } = record;

  const remove = ({ id, name }: Role) =>
    confirmed(t, {
      title: t('form.delete-title', { name }),
      text: label('delete-text'),
      confirm: t('form.delete'),
      run: () => call('delete-role', { id }),
      done: t('form.deleted', { name }),
      onDone() {
        record.release();
        refresh('get-role-list', 'get-role-priority');
        onClose();
      },
    });
  return (
    <RecordForm
      record={record}
      fieldWords={{
        label,
        value: (field, value) => (field === 'limit' ? limitWords(value) : undefined),
      }}
      readOnly={readOnly}
      onCancel={onClose}
      onDelete={role && mayDelete && role.manageable ? () => remove(role) : undefined}
    >
      {role && !role.manageable && (
        <Alert type="info" dismissible={false}>
          {label('not-manageable')}
        </Alert>
      )}
      <Group align="start" grow preventGrowOverflow={false}>
        <TextInput
          {...form.getInputProps('name')}
          label={label('name')}
          withAsterisk
          maxLength={60}
          data-autofocus
          flex={2}
        />
        <NumberInput
          {...form.getInputProps('priority')}
          label={label('priority')}
          withAsterisk
          min={own + 1}
          max={MIN_IMPORTANT}
          decimals={0}
          flex={1}
        />
      </Group>
      <Text size="sm" c="dimmed">
        {t('admin.roles.priority-hint', { own })}
      </Text>
      <RoleLimitField
        choices={choices}
        value={form.values.limit}
        onChange={(limit) => form.setFieldValue('limit', limit)}
        readOnly={readOnly}
        error={form.errors['limit']}
      />
      <GrantTable
        grants={form.values.grants}
        readOnly={readOnly}
        onChange={(next) => form.setFieldValue('grants', next)}
      />
      {people.data && (
        <Text size="sm" c="dimmed">
          {people.data.rows.length === 0
            ? label('nobody')
            : t('admin.roles.people', { names: listText(people.data.rows.map(({ displayName }) => displayName)) })}
        </Text>
      )}
      <CutNote shown={people.data?.rows.length} total={people.data?.total} />
    </RecordForm>
  );
}
