import type { User } from '@milepost/contract/admin-operations';
import type { RoleLimit, VehicleLimit } from '@milepost/contract/vehicle-limit';
import { Badge, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { formatNumber } from '../../../text/format.ts';
import { Ago } from '../../../ui/ago.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import type { CsvColumn } from '../../../ui/data-table/csv.ts';
import type { TableDefaults } from '../../../ui/data-table/table-state.ts';
import { listText } from '../../../text/list-text.ts';

const SORTS = ['username', 'displayName', 'roleName', 'organisationName', 'lastSignInAt'] as const;
type Sort = (typeof SORTS)[number];

export const DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'username', direction: 'asc' };

const COLOURS = { active: 'green', invited: 'accent', disabled: 'gray', locked: 'red' } as const;

function UserState({ state, label }: { state: User['state']; label: string }) {
  return (
    <Badge
      variant={state === 'disabled' ? 'default' : 'light'}
      color={COLOURS[state]}
      tt="none"
      fw={600}
      miw="max-content"
    >
      {label}
    </Badge>
  );
}

/** The number of names of a limit that fit in a row. */
const MAX_SHOWN = 1;

type Limits = Pick<User, 'limit' | 'roleLimit'>;

const namesOf = ({ groups, vehicles = [] }: Partial<VehicleLimit> & RoleLimit) =>
  [...groups, ...vehicles].map(({ name }) => name);

const namesText = (t: TFunction, limit: RoleLimit) => listText(namesOf(limit)) || t('admin.users.sees.nothing');

/** The limit of the person, within that of the role. */
function shownText(t: TFunction, { limit, roleLimit }: Limits): string {
  if (limit && roleLimit) {
    return t('admin.users.sees.within', { names: namesText(t, limit), role: namesText(t, roleLimit) });
  }
  const only = limit ?? roleLimit;
  return only ? namesText(t, only) : t('admin.users.sees.all');
}

function Shown({ limits, t }: { limits: Limits; t: TFunction }) {
  const only = limits.limit ?? limits.roleLimit;
  if (only === null) {
    return (
      <Text span c="dimmed">
        {t('admin.users.sees.all')}
      </Text>
    );
  }
  const names = namesOf(only);
  const rest = names.length - MAX_SHOWN;
  if (rest <= 0 || (limits.limit && limits.roleLimit)) return shownText(t, limits);
  return (
    <span title={listText(names)}>
      {t('admin.users.sees.more', { names: listText(names.slice(0, MAX_SHOWN)), number: formatNumber(rest) })}
    </span>
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
      from: 760,
      label: label('organisation'),
      sort: 'organisationName',
      render: ({ organisationName }) => organisationName,
    },
    {
      key: 'sees',
      label: label('sees.title'),
      render: (user) => <Shown limits={user} t={t} />,
    },
    {
      key: 'state',
      label: label('state'),
      render: ({ state }) => <UserState state={state} label={t(`admin.users.is.${state}`)} />,
    },
    {
      key: 'two-factor',
      from: 900,
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
    { label: label('sees.title'), value: (user) => shownText(t, user) },
    { label: label('state'), value: ({ state }) => t(`admin.users.is.${state}`) },
    { label: label('two-factor'), value: ({ twoFactor }) => label(twoFactor ? 'on' : 'off') },
    { label: label('last-sign-in'), value: ({ lastSignInAt }) => lastSignInAt },
  ];
}
