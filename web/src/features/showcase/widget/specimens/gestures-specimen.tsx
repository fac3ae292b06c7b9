import { Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GESTURE_DEFAULTS } from '../../../../ui/gestures/recognizer.ts';
import { useGestures } from '../../../../ui/gestures/use-gestures.ts';
import { number } from '../../frame/knobs.ts';
import { Specimen } from '../../frame/specimen.tsx';
import classes from '../widget-page.module.css';

const KNOBS = {
  tapMs: number(GESTURE_DEFAULTS.tapMs, 50, 2000, 10),
  pressMs: number(GESTURE_DEFAULTS.pressMs, 51, 5000, 10),
};

export function GesturesSpecimen() {
  const { t } = useTranslation();
  return (
    <Specimen
      id="gestures"
      title={t('widget.gestures.title')}
      text={t('widget.gestures.text')}
      knobs={KNOBS}
      code={(changed) => {
        const turned = Object.entries(changed).map(([name, value]) => `${name}: ${value}`);
        return `const gestures = useGestures({ ${[...turned, 'onTap', 'onPress'].join(', ')} });\n\n<button {...gestures} onKeyDown={onKeyDown}>…</button>`;
      }}
    >
      {(knobs) => <TapOrPress {...knobs} />}
    </Specimen>
  );
}

function TapOrPress(times: { tapMs: number; pressMs: number }) {
  const { t } = useTranslation();
  const [{ last, taps, presses }, setCounts] = useState({ last: 'none', taps: 0, presses: 0 });
  const tap = () => setCounts({ last: 'tap', taps: taps + 1, presses });
  const press = () => setCounts({ last: 'press', taps, presses: presses + 1 });
  const gestures = useGestures({ ...times, onTap: tap, onPress: press });
  return (
    <>
      <UnstyledButton
        className={classes.touch}
        {...gestures}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          if (event.shiftKey) press();
          else tap();
        }}
      >
        {t('widget.gestures.target')}
      </UnstyledButton>
      <div aria-live="polite">
        <Text fw={600}>{t(`widget.gestures.${last}`)}</Text>
        <Text c="dimmed">{t('widget.gestures.count', { taps, presses })}</Text>
      </div>
    </>
  );
}
