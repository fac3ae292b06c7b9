import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { CallError } from '../../../api/call-error.ts';
import { CopyBlock } from '../../../ui/copy-block.tsx';
import { errorText } from '../../../ui/error-text.ts';
import { QrCode } from '../../../ui/qr-code/qr-code.tsx';

interface Props {
  secret: string;
  uri: string;
  onClose: () => void;
  /** It is on; these codes are shown the one time. */
  onDone: (recoveryCodes: string[]) => void;
}

/** The secret as a picture and in letters, and the first code as proof that the app has it. */
export function SetUpDialog({ secret, uri, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const mutation = useMutation({
    mutationFn: () => call('confirm-two-factor', { code }),
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  const { error } = mutation;
  const message = error instanceof CallError && error.fields['code'];
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('profile.two.start')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          mutation.mutate();
        }}
      >
        <Stack>
          <Text>{t('profile.two.scan')}</Text>
          <QrCode text={uri} label={t('profile.two.qr')} />
          <Text size="sm" c="dimmed">
            {t('profile.two.by-hand')}
          </Text>
          <CopyBlock value={secret} shown={secret.match(/.{1,4}/g)?.join(' ')} label={t('profile.two.copy-secret')} />
          <TextInput
            label={t('profile.two.code')}
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
            <Button variant="default" onClick={onClose}>
              {t('form.cancel')}
            </Button>
            <Button type="submit" loading={mutation.isPending}>
              {t('profile.two.turn-on')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
