import { Button, Group, Select, Stack, Switch, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { call } from '../../../api/call.ts';
import { CallError } from '../../../api/call-error.ts';
import { refresh } from '../../../api/refresh.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import { CopyBlock } from '../../../ui/copy-block.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { errorText } from '../../../ui/error-text.ts';
import { inBase } from '../../../api/base-path.ts';
import { FormCancel } from '../../../ui/form/form-cancel.tsx';

/** The days until a token expires; 0 for never. */
const LIVES = [30, 90, 365, 0] as const;
const DAY_MS = 86_400_000;

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** Makes a token, and shows it only once. */
export function NewTokenDialog({ opened, onClose }: Props) {
  const { t } = useTranslation();
  const [made, setMade] = useState<string | null>(null);
  const close = () => {
    setMade(null);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t(made === null ? 'admin.tokens.new' : 'admin.tokens.made')}
      // An accidental click outside of the dialog would lose the token forever.
      closeOnClickOutside={made === null}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      {made === null ? <TokenForm onMade={setMade} onCancel={close} /> : <MadeToken token={made} onClose={close} />}
    </Modal>
  );
}

function TokenForm({ onMade, onCancel }: { onMade: (token: string) => void; onCancel: () => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [readOnly, setReadOnly] = useState(true);
  const [days, setDays] = useState<number>(LIVES[1]);
  const mutation = useMutation({
    mutationFn: () =>
      call('create-api-token', {
        name,
        readOnly,
        expiresAt: days === 0 ? null : new Date(Date.now() + days * DAY_MS).toISOString(),
      }),
    onSuccess({ token }) {
      refresh('get-api-token-list');
      onMade(token);
    },
  });
  const { error } = mutation;
  const nameError = error instanceof CallError ? error.fields['name'] : undefined;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        mutation.mutate();
      }}
    >
      <Stack gap="sm">
        {error && nameError === undefined && <Alert type="danger">{errorText(t, error)}</Alert>}
        <TextInput
          label={t('admin.tokens.name')}
          description={t('admin.tokens.name-hint')}
          withAsterisk
          maxLength={60}
          value={name}
          error={nameError}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <Switch
          checked={readOnly}
          onChange={(event) => setReadOnly(event.currentTarget.checked)}
          label={t('admin.tokens.read-only')}
          description={t('admin.tokens.read-only-hint')}
        />
        <Select
          label={t('admin.tokens.expires')}
          allowDeselect={false}
          data={LIVES.map((life) => ({
            value: life as number,
            label: life === 0 ? t('admin.tokens.never-expires') : t('admin.tokens.in-days', { days: life }),
          }))}
          value={days}
          onChange={(value) => setDays(value ?? 0)}
        />
        <Group justify="flex-end" mt="sm">
          <FormCancel onCancel={onCancel} />
          <Button type="submit" loading={mutation.isPending}>
            {t('admin.tokens.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function MadeToken({ token, onClose }: { token: string; onClose: () => void }) {
  const { t } = useTranslation();
  const example = `curl ${location.origin}${inBase('/0.html')} -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '{"route":"get-vehicle-list"}'`;
  return (
    <Stack gap="sm">
      <Alert dismissible={false}>{t('admin.tokens.once')}</Alert>
      <CopyBlock value={token} label={t('admin.tokens.copy')} />
      <TextInput
        readOnly
        label={t('admin.tokens.example')}
        value={example}
        classNames={{ input: 'mono' }}
        dir="ltr"
        rightSection={<CopyButton value={example} label={t('admin.tokens.copy-example')} />}
      />
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('form.close')}</Button>
      </Group>
    </Stack>
  );
}
