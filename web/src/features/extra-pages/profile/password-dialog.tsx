import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { CallError } from '../../../api/call-error.ts';
import { errorText } from '../../../ui/error-text.ts';
import { FormCancel } from '../../../ui/form/form-cancel.tsx';

interface Props {
  opened: boolean;
  title: string;
  confirm: string;
  danger?: boolean;
  onClose: () => void;
  run: (password: string) => Promise<void>;
}

/** Asks for the password before an action that somebody at an unlocked screen must not be able to do. */
export function PasswordDialog({ opened, title, confirm, danger = false, onClose, run }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('form.close') }}>
      <PasswordForm confirm={confirm} danger={danger} onClose={onClose} run={run} />
    </Modal>
  );
}

function PasswordForm({ confirm, danger, onClose, run }: Omit<Props, 'opened' | 'title'>) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const mutation = useMutation({ mutationFn: () => run(password) });
  const { error } = mutation;
  const message = error instanceof CallError && (error.fields['password'] ?? error.fields['currentPassword']);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        mutation.mutate();
      }}
    >
      <Stack>
        <PasswordInput
          label={t('profile.current-password')}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={message || (error && errorText(t, error))}
          visibilityToggleButtonProps={{ 'aria-label': t('authentication.show-password') }}
          data-autofocus
        />
        <Group justify="flex-end">
          <FormCancel onCancel={onClose} />
          <Button type="submit" {...(danger && { color: 'red' })} loading={mutation.isPending}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
