import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/call-error.ts';
import { FormCancel } from '../form/form-cancel.tsx';
import { CopyBlock } from '../copy-block.tsx';
import { errorText } from '../error-text.ts';
import { QrCode } from '../qr-code/qr-code.tsx';

interface Props {
  secret: string;
  uri: string;
  /** The label of the button to leave. */
  cancel: string;
  onCancel: () => void;
  /** Called when the second factor is on; these codes are shown only once. */
  onDone: (recoveryCodes: string[]) => void;
}

/** The secret as a picture and in letters, and a field for the first code as proof that the app has it. */
export function SecretForm({ secret, uri, cancel, onCancel, onDone }: Props) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const mutation = useMutation({
    mutationFn: () => call('confirm-two-factor', { code }, { asAnybody: true }),
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  const { error } = mutation;
  const message = error instanceof CallError && error.fields['code'];
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        mutation.mutate();
      }}
    >
      <Stack>
        <Text>{t('second-factor.scan')}</Text>
        <QrCode text={uri} label={t('second-factor.qr')} />
        <Text size="sm" c="dimmed">
          {t('second-factor.by-hand')}
        </Text>
        <CopyBlock value={secret} shown={secret.match(/.{1,4}/g)?.join(' ')} label={t('second-factor.copy-secret')} />
        <TextInput
          label={t('second-factor.code')}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={message || (error && errorText(t, error))}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          dir="ltr"
          data-autofocus
        />
        <Group justify="flex-end">
          <FormCancel onCancel={onCancel}>{cancel}</FormCancel>
          <Button type="submit" loading={mutation.isPending}>
            {t('second-factor.turn-on')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
