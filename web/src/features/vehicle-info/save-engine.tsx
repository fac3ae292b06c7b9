import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { TFunction } from 'i18next';
import { call, type CallInput } from '../../api/call.ts';
import { refresh } from '../../api/refresh.ts';
import { notify, notifyError } from '../../ui/toast/notify.ts';

/**
 * Asks for confirmation, because facts are recomputed; then saves the engine source and the factor of speeds.
 * @param warning the objection to it
 */
export function saveEngine(t: TFunction, input: CallInput<'save-vehicle-engine'>, warning: string | null = null): void {
  modals.openConfirmModal({
    title: t('engine.confirm-title'),
    children: (
      <>
        {warning !== null && (
          <Text mb="sm" fw={600}>
            {warning}
          </Text>
        )}
        <Text>{t('engine.confirm-text')}</Text>
      </>
    ),
    labels: { confirm: t('engine.confirm'), cancel: t('form.cancel') },
    closeButtonProps: { 'aria-label': t('form.close') },
    onConfirm: () => void save(t, input),
  });
}

async function save(t: TFunction, input: CallInput<'save-vehicle-engine'>): Promise<void> {
  try {
    await call('save-vehicle-engine', input);
    notify(t('engine.saved'));
    refresh('get-vehicle-engine', 'get-vehicle-overview');
  } catch (error) {
    // Somebody else may have chosen a source meanwhile; the form then restarts with that choice.
    refresh('get-vehicle-engine');
    notifyError(t, error);
  }
}
