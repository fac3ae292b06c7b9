import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showToast, TOAST_DEFAULTS } from '../../../../ui/toast/toast.ts';
import { callCode } from '../../frame/jsx-code.ts';
import { number, onOff, words } from '../../frame/knobs.ts';
import { Specimen } from '../../frame/specimen.tsx';

export function ToastSpecimen() {
  const { t } = useTranslation();
  const text = t('widget.toast.sample');
  return (
    <Specimen
      id="toast"
      title={t('widget.toast.title')}
      text={t('widget.toast.text')}
      knobs={{
        title: words(t('widget.toast.head')),
        delayMs: number(TOAST_DEFAULTS.delayMs, 100, 20_000, 100),
        autohide: onOff(TOAST_DEFAULTS.autohide),
      }}
      code={(changed) => callCode('showToast', { title: t('widget.toast.head'), text, ...changed })}
    >
      {(knobs) => <Button onClick={() => showToast({ ...knobs, text })}>{t('widget.toast.show')}</Button>}
    </Specimen>
  );
}
