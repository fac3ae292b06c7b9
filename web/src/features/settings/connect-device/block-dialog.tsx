import { gatewayGuardOperations } from '@milepost/contract/gateway-guard-operations';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { call } from '../../../api/call.ts';
import { refresh } from '../../../api/refresh.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import { errorText } from '../../../ui/error-text.ts';
import { notifyWithUndo } from '../../../ui/toast/notify-with-undo.tsx';
import { notifyError } from '../../../ui/toast/notify.ts';
import { validateBy } from '../../../ui/form/validate-by.ts';
import { FormCancel } from '../../../ui/form/form-cancel.tsx';

const validate = validateBy(gatewayGuardOperations['block-network'].input);

/** Asks for confirmation to block a network; an empty one has to be typed. */
export function BlockDialog({ network, onClose }: { network: string; onClose: () => void }) {
  const { t } = useTranslation();
  const label = (key: string) => t(`settings.connect.${key}`);
  const form = useForm({ initialValues: { network, note: '' }, validate });
  async function unblock(id: number) {
    await call('unblock-network', { id }).catch((error: unknown) => notifyError(t, error));
    refresh('get-guesser-list');
  }
  const mutation = useMutation({
    mutationFn: (values: typeof form.values) => call('block-network', values),
    onSuccess({ id }, values) {
      refresh('get-guesser-list', 'get-knock-list');
      notifyWithUndo(t, t('settings.connect.block-done', { network: values.network }), () => unblock(id));
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={network === '' ? label('block-other') : t('settings.connect.block-title', { network })}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <form onSubmit={form.onSubmit((values) => mutation.mutate(values))} noValidate>
        <Stack gap="md">
          <Text>{label('block-text')}</Text>
          {mutation.error !== null && <Alert type="danger">{errorText(t, mutation.error)}</Alert>}
          {network === '' && (
            <TextInput
              {...form.getInputProps('network')}
              label={label('block-field')}
              description={label('block-hint')}
              withAsterisk
              data-autofocus
            />
          )}
          <TextInput {...form.getInputProps('note')} label={label('block-note')} maxLength={200} />
          <Group justify="flex-end">
            <FormCancel onCancel={onClose} />
            <Button type="submit" color="red" loading={mutation.isPending}>
              {label('block')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
