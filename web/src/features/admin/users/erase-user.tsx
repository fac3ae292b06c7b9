import type { User } from '@milepost/contract/admin-operations';
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { refresh } from '../../../api/refresh.ts';
import { useCall } from '../../../api/use-call.ts';
import { ErasureDialog } from '../../../ui/erasure/erasure-dialog.tsx';
import { notify } from '../../../ui/toast/notify.ts';

interface Props {
  user: Pick<User, 'id' | 'username' | 'displayName'>;
  onClose: () => void;
  onErased: () => void;
}

/** Shows what is erased of an account and what stays under its number, and erases it. */
export default function EraseUser({ user, onClose, onErased }: Props) {
  const { t } = useTranslation();
  const label = (key: string, values: Record<string, unknown> = {}) => t(`admin.users.erasure.${key}`, values);
  const [typed, setTyped] = useState('');
  const { data, error, refetch } = useCall('get-user-erasure', { id: user.id }, { staleTime: 0, gcTime: 0 });
  const mutation = useMutation({
    mutationFn: () => call('erase-user', { id: user.id, ...(data?.own && { confirmation: typed }) }),
    onSuccess() {
      notify(label('done'));
      refresh('get-user-list', 'get-mail-list', 'get-session-list', 'get-role-list');
      onErased();
    },
  });
  return (
    <ErasureDialog
      title={label('title', { name: user.displayName })}
      error={error}
      onRetry={() => void refetch()}
      confirm={label('confirm')}
      mutation={mutation}
      onClose={onClose}
      erasure={
        data
          ? {
              warnings: (['last', 'held', 'own'] as const).filter((key) => data[key]).map((key) => label(key)),
              goes: {
                title: label('goes'),
                lines: [label('account')],
                figures: (['sessions', 'tokens', 'settings', 'messages', 'mails'] as const).map((key) => [
                  label(key),
                  data[key],
                ]),
              },
              stays: {
                title: label('stays'),
                figures: [
                  [label('records'), data.records],
                  [label('audit-entries'), data.auditEntries],
                ],
              },
              notes: [...(data.driver === null ? [] : [label('driver', { driver: data.driver })]), label('limits')],
              confirmation: data.own && (
                <TextInput
                  label={label('type', { username: user.username })}
                  value={typed}
                  onChange={(event) => setTyped(event.currentTarget.value)}
                  autoCapitalize="none"
                  autoComplete="off"
                  maxLength={60}
                />
              ),
              isPossible: !data.last && !data.held && (!data.own || typed === user.username),
            }
          : null
      }
    />
  );
}
