import type { User } from '@milepost/contract/admin-routes';
import { Badge, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { Ago } from '../../../ui/ago.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import type { CsvColumn } from '../../../ui/data-table/csv.ts';
import type { TableDefaults } from '../../../ui/data-table/table-state.ts';

const SORTS = ['username', 'displayName', 'roleName', 'organisationName', 'lastSignInAt'] as const;
type Sort = (typeof SORTS)[number];

export const DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'username', direction: 'asc' };

const COLOURS = { active: 'green', invited: 'accent', disabled: 'gray', locked: 'red' } as const;

function UserState({ state, label }: { state: User['state']; label: string }) {
  return (
    <Badge variant={state === 'disabled' ? 'default' : 'light'} color={COLOURS[state]} tt="none" fw={600}>
      {label}
    </Badge>
  );
}

export function tableColumns(t: TFunction): Column<User, Sort>[] {
  const label = (key: string) => t(`admin.users.${key}`);
  return [
    {
      key: 'username',
      label: label('username'),
      sort: 'username',
      render: ({ username, displayName }) => (
        <>
          <Text span fw={600}>
            {username}
          </Text>{' '}
          <Text span size="sm" c="dimmed">
            {displayName}
          </Text>
        </>
      ),
    },
    { key: 'role', label: label('role'), sort: 'roleName', render: ({ roleName }) => roleName },
    {
      key: 'organisation',
      label: label('organisation'),
      sort: 'organisationName',
      render: ({ organisationName }) => organisationName,
    },
    {
      key: 'state',
      label: label('state'),
      render: ({ state }) => <UserState state={state} label={t(`admin.users.is.${state}`)} />,
    },
    {
      key: 'two-factor',
      label: label('two-factor'),
      render: ({ twoFactor }) =>
        twoFactor ? (
          <span style={{ display: 'inline-flex', alignItems: 'center', gap: 4 }}>
            <IconShieldCheck size={16} color="var(--status-running)" aria-hidden />
            {label('on')}
          </span>
        ) : (
          <Text span c="dimmed">
            {label('off')}
          </Text>
        ),
    },
    {
      key: 'lastSignIn',
      label: label('last-sign-in'),
      sort: 'lastSignInAt',
      align: 'right',
      render: ({ lastSignInAt }) => <Ago at={lastSignInAt} never={label('never')} />,
    },
  ];
}

export function csvColumns(t: TFunction): CsvColumn<User>[] {
  const label = (key: string) => t(`admin.users.${key}`);
  return [
    { label: label('username'), value: ({ username }) => username },
    { label: label('display-name'), value: ({ displayName }) => displayName },
    { label: label('email'), value: ({ email }) => email },
    { label: label('role'), value: ({ roleName }) => roleName },
    { label: label('organisation'), value: ({ organisationName }) => organisationName },
    { label: label('state'), value: ({ state }) => t(`admin.users.is.${state}`) },
    { label: label('two-factor'), value: ({ twoFactor }) => label(twoFactor ? 'on' : 'off') },
    { label: label('last-sign-in'), value: ({ lastSignInAt }) => lastSignInAt },
  ];
}
