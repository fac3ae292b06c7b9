import { adminOperations, type User } from '@milepost/contract/admin-operations';
import type { VehicleLimit } from '@milepost/contract/vehicle-limit';
import { Select, Text, TextInput } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { call, type CallOutput } from '../../../api/call.ts';
import { useMay, useSetup } from '../../../api/setup.ts';
import { refresh } from '../../../api/refresh.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { useClosingForm } from '../../../ui/form/use-closing-form.ts';
import { useVersion } from '../../../ui/form/use-version.ts';
import { indentedOptions } from '../organisations/organisation-tree.ts';
import { LimitField } from './limit-field.tsx';
import { limitWords } from './limit-words.ts';
import { showLink } from './show-link.tsx';
import { UserActions } from './user-actions.tsx';
import { UserDataActions } from './user-data-actions.tsx';
import { validateBy } from '../../../ui/form/validate-by.ts';
import { cutOption } from '../../../ui/rest-option.ts';
import { firstPlace, roleOptions, rolesFor, type UserChoices } from './user-choices.ts';
import { listText } from '../../../text/list-text.ts';

interface Props {
  /** Undefined for a new person, who is invited by mail. */
  user: User | undefined;
  /** The limit chosen beforehand for a new person; otherwise null. */
  invited: VehicleLimit | null;
  choices: UserChoices;
  onClose: () => void;
}

const EMPTY_LIMIT: VehicleLimit = { groups: [], vehicles: [], common: false };

const isEmpty = (limit: VehicleLimit | null) => limit !== null && limit.groups.length + limit.vehicles.length === 0;

/** The limit in the server's format: by ids. */
const toInput = <Values extends { limit: VehicleLimit | null }>({ limit, ...values }: Values) => ({
  ...values,
  limit: limit && {
    groupIds: limit.groups.map(({ id }) => id),
    vehicleIds: limit.vehicles.map(({ id }) => id),
    common: limit.common,
  },
});

const validate = validateBy(adminOperations['save-user'].input);

const valuesOf = (user: User) => ({
  username: user.username,
  displayName: user.displayName,
  email: user.email ?? '',
  roleId: user.roleId,
  organisationId: user.organisationId,
  limit: user.limit,
});
const LABELS: Readonly<Record<string, string>> = {
  displayName: 'display-name',
  roleId: 'role',
  organisationId: 'organisation',
  limit: 'sees.title',
};

export function UserForm({ user, invited, choices, onClose }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`admin.users.${key}`);
  const mayEdit = useMay('users', 'edit');
  const mayCreate = useMay('users', 'create');
  const mayErase = useMay('users', 'delete');
  const maySave = user === undefined ? mayCreate : mayEdit && user.manageable;
  const {
    mailConfigured = true,
    canInvite = true,
    limited = false,
    seesCommon = true,
    profile,
  } = useSetup().data ?? {};
  const first = firstPlace(choices);
  const version = useVersion(user, async (id) => (await call('get-user-by-id', { id })).user, valuesOf);
  const record = useClosingForm({
    initialValues: user
      ? valuesOf(user)
      : {
          username: '',
          displayName: '',
          email: '',
          // Ids are positive; 0 means nothing chosen.
          roleId: first.roleId,
          organisationId: first.organisationId,
          limit: invited ?? (limited ? EMPTY_LIMIT : null),
        },
    validate: (values) => ({
      ...validate(toInput(values)),
      ...(values.roleId === 0 && { roleId: label('role-missing') }),
      ...(values.organisationId === 0 && { organisationId: label('organisation-missing') }),
      ...(isEmpty(values.limit) && { limit: label('sees.missing') }),
    }),
    save: (values) => call('save-user', { ...toInput(values), ...version.sent() }),
    readAgain: version.readAgain,
    savedText: ({ user: { displayName: name } }) =>
      user ? t('form.saved', { name }) : t('admin.users.invited', { name }),
    onChanged: () => refresh('get-user-list', 'get-mail-list'),
    onClose(saved?: CallOutput<'save-user'>) {
      onClose();
      if (saved && saved.link !== null) showLink(t, saved.user.displayName, saved.link);
    },
  });
  const { form } = record;

  // The person's present role stays visible, even if the caller may not grant it.
  const present = user ? [{ value: user.roleId, label: user.roleName }] : [];
  const given = rolesFor(choices, form.values.organisationId).filter(({ id }) => id !== user?.roleId);
  const roleLimit =
    choices.roles.find(({ id }) => id === form.values.roleId)?.limit ??
    (form.values.roleId === user?.roleId ? user.roleLimit : null);
  function wordOf(field: string, value: unknown): string | null | undefined {
    if (field === 'limit') return limitWords(value);
    const options = { roleId: choices.roles, organisationId: choices.organisations }[field];
    return options && (options.find(({ id }) => id === value)?.name ?? null);
  }
  const chooseOrganisation = (organisationId: number) => {
    const isOffered = rolesFor(choices, organisationId).some(({ id }) => id === form.values.roleId);
    form.setValues({
      organisationId,
      ...(!isOffered && { roleId: 0 }),
      ...(form.values.limit && { limit: EMPTY_LIMIT }),
    });
  };
  return (
    <RecordForm
      record={record}
      fieldWords={{ label: (field) => label(LABELS[field] ?? field), value: wordOf }}
      readOnly={!maySave}
      onCancel={onClose}
      saveLabel={user ? undefined : label('invite')}
    >
      {user && !user.manageable && (
        <Alert type="info" dismissible={false}>
          {label('not-manageable')}
        </Alert>
      )}
      {user === undefined && !canInvite && (
        <Alert type="danger" dismissible={false}>
          {label('no-base')}
        </Alert>
      )}
      {user === undefined && canInvite && !mailConfigured && (
        <Alert icon={<IconMailOff aria-hidden />}>{label(mayEdit ? 'no-mail' : 'no-mail-no-link')}</Alert>
      )}
      <TextInput
        {...form.getInputProps('username')}
        label={label('username')}
        withAsterisk
        maxLength={60}
        autoCapitalize="none"
        autoComplete="off"
        data-autofocus
        // The drawer can open before the form's options are loaded.
        autoFocus
      />
      <TextInput {...form.getInputProps('displayName')} label={label('display-name')} withAsterisk maxLength={80} />
      <TextInput
        {...form.getInputProps('email')}
        label={label('email')}
        description={user === undefined && mailConfigured ? label('email-hint') : undefined}
        withAsterisk
        type="email"
        maxLength={200}
      />
      <Select
        label={label('role')}
        withAsterisk
        allowDeselect={false}
        data={[...present, ...roleOptions(choices, given), ...cutOption(t, choices.roles.length, choices.rolesTotal)]}
        value={form.values.roleId || null}
        error={form.errors['roleId']}
        onChange={(id) => form.setFieldValue('roleId', id ?? 0)}
      />
      <Select
        label={label('organisation')}
        withAsterisk
        searchable
        allowDeselect={false}
        data={[
          ...indentedOptions(choices.organisations),
          ...cutOption(t, choices.organisations.length, choices.organisationsTotal),
        ]}
        value={form.values.organisationId || null}
        error={form.errors['organisationId']}
        onChange={(id) => chooseOrganisation(id ?? 0)}
      />
      <LimitField
        organisationId={form.values.organisationId}
        value={form.values.limit}
        onChange={(limit) => form.setFieldValue('limit', limit)}
        mayShowAll={!limited}
        mayShowCommon={seesCommon}
        readOnly={!maySave}
        error={form.errors['limit']}
      />
      {roleLimit && (
        <Text size="sm" c="dimmed">
          {t('admin.users.sees.role-within', { names: listText(roleLimit.groups.map(({ name }) => name)) })}
        </Text>
      )}
      {user?.manageable && mayEdit && <UserActions user={user} />}
      {user && mayErase && (user.manageable || user.username === profile?.username) && (
        <UserDataActions user={user} onErased={onClose} />
      )}
    </RecordForm>
  );
}
