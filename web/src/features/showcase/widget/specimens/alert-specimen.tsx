import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert, ALERT_DEFAULTS, ALERT_TYPES } from '../../../../ui/alert/alert.tsx';
import { jsxCode } from '../../frame/jsx-code.ts';
import { choice, onOff, words } from '../../frame/knobs.ts';
import { Specimen } from '../../frame/specimen.tsx';

const KNOBS = {
  type: choice(ALERT_TYPES, ALERT_DEFAULTS.type),
  dismissible: onOff(ALERT_DEFAULTS.dismissible),
  title: words(''),
};

export function AlertSpecimen() {
  const { t } = useTranslation();
  const [closed, setClosed] = useState(false);
  return (
    <Specimen
      id="alert"
      title={t('widget.alert.title')}
      text={t('widget.alert.text')}
      knobs={KNOBS}
      code={(changed) => jsxCode('Alert', changed, t('widget.alert.sample'))}
    >
      {(knobs) =>
        closed ? (
          <Button variant="default" onClick={() => setClosed(false)}>
            {t('widget.alert.again')}
          </Button>
        ) : (
          <Alert {...knobs} onClose={() => setClosed(true)}>
            {t('widget.alert.sample')}
          </Alert>
        )
      }
    </Specimen>
  );
}
