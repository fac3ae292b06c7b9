import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Toast, TOAST_DEFAULTS } from '../../../ui/toast/toast.tsx';
import { expression, jsxCode } from '../../showcase/jsx-code.ts';
import { number, onOff, words } from '../../showcase/knobs.ts';
import { Specimen } from '../../showcase/specimen.tsx';
import classes from '../widget-page.module.css';

export function ToastSpecimen() {
  const { t } = useTranslation();
  const [shown, setShown] = useState(0);
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
      code={(changed) =>
        jsxCode(
          'Toast',
          { title: t('widget.toast.head'), ...changed, onHide: expression('() => setShown(false)') },
          t('widget.toast.sample'),
        )
      }
    >
      {(knobs) => (
        <div className={classes.toast}>
          <Button onClick={() => setShown(shown + 1)}>{t('widget.toast.show')}</Button>
          {shown > 0 && (
            <Toast key={shown} {...knobs} onHide={() => setShown(0)}>
              {t('widget.toast.sample')}
            </Toast>
          )}
        </div>
      )}
    </Specimen>
  );
}
