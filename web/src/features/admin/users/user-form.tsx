import type { User } from '@milepost/contract/admin-routes';
import { ROUTES } from '@milepost/contract/routes';
import { Select, TextInput } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useMay, useSetup } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { refresh } from '../../../api/refresh.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { useRecordForm } from '../../../ui/form/use-record-form.ts';
import { tell } from '../../../ui/toast/tell.ts';
import { indentedOptions } from '../organisations/organisation-tree.ts';
import { showLink } from './show-link.tsx';
import { UserActions } from './user-actions.tsx';
import { validateBy } from '../../../ui/form/validate-by.ts';
import { cutOption } from '../../../ui/rest-option.ts';

interface Props {
  /** Undefined for someone new, who is invited by mail. */
  user: User | undefined;
  onClose: () => void;
}

const validate = validateBy(ROUTES['save-user'].input);

export function UserForm({ user, onClose }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`admin.users.${key}`);
  const mayEdit = useMay('users', 'edit');
  const mayCreate = useMay('users', 'create');
  const maySave = user === undefined ? mayCreate : mayEdit && user.manageable;
  const mailConfigured = useSetup().data?.mailConfigured ?? true;
  const roles = useCall('get-role-list', {});
  const organisations = useCall('get-organisation-list', {});
  const record = useRecordForm({
    initialValues: {
      username: user?.username ?? '',
      displayName: user?.displayName ?? '',
      email: user?.email ?? '',
      // Ids are positive: nothing is chosen yet.
      roleId: user?.roleId ?? 0,
      organisationId: user?.organisationId ?? 0,
    },
    validate: (values) => ({
      ...validate(values),
      ...(values.roleId === 0 && { roleId: label('role-missing') }),
      ...(values.organisationId === 0 && { organisationId: label('organisation-missing') }),
    }),
    save: (values) => call('save-user', { ...values, ...(user && { id: user.id }) }),
    onSaved({ user: saved, link }) {
      refresh('get-user-list', 'get-mail-list');
      const text = user
        ? t('form.saved', { name: saved.displayName })
        : t('admin.users.invited', { name: saved.displayName });
      tell(text);
      onClose();
      if (link !== null) showLink(t, saved.displayName, link);
    },
  });
  const { form } = record;

  // Nobody gives a role that is not below the own; the present one of a person stays in sight.
  const present = user ? [{ value: user.roleId, label: user.roleName }] : [];
  const offered = (roles.data?.rows ?? [])
    .filter(({ manageable, id }) => manageable && id !== user?.roleId)
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <RecordForm record={record} readOnly={!maySave} onCancel={onClose}>
      {user && !user.manageable && (
        <Alert type="info" dismissible={false}>
          {label('not-manageable')}
        </Alert>
      )}
      {user === undefined && !mailConfigured && <Alert icon={<IconMailOff aria-hidden />}>{label('no-mail')}</Alert>}
      <TextInput
        {...form.getInputProps('username')}
        label={label('username')}
        withAsterisk
        maxLength={60}
        autoCapitalize="none"
        autoComplete="off"
        data-autofocus
      />
      <TextInput {...form.getInputProps('displayName')} label={label('display-name')} withAsterisk maxLength={80} />
      <TextInput
        {...form.getInputProps('email')}
        label={label('email')}
        description={user === undefined ? label('email-hint') : undefined}
        withAsterisk
        type="email"
        maxLength={200}
      />
      <Select
        label={label('role')}
        withAsterisk
        allowDeselect={false}
        data={[...present, ...offered, ...cutOption(t, roles.data?.rows.length ?? 0, roles.data?.total)]}
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
          ...indentedOptions(organisations.data?.rows ?? []),
          ...cutOption(t, organisations.data?.rows.length ?? 0, organisations.data?.total),
        ]}
        value={form.values.organisationId || null}
        error={form.errors['organisationId']}
        onChange={(id) => form.setFieldValue('organisationId', id ?? 0)}
      />
      {user?.manageable && mayEdit && <UserActions user={user} />}
    </RecordForm>
  );
}
