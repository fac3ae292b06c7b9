import { useTranslation } from 'react-i18next';
import { Progress } from '../../../../ui/progress/progress.tsx';
import { PROGRESS_DEFAULTS } from '../../../../ui/progress/progress-values.ts';
import { jsxCode } from '../../frame/jsx-code.ts';
import { choice, number, onOff } from '../../frame/knobs.ts';
import { Specimen } from '../../frame/specimen.tsx';

const VALUE = 64;
const KNOBS = {
  value: number(VALUE, -50, 500),
  max: number(PROGRESS_DEFAULTS.max, -50, 500),
  type: choice(['info', 'success', 'warning', 'danger']),
  striped: onOff(false),
  animated: onOff(false),
  showValue: onOff(false),
};

export function ProgressSpecimen() {
  const { t } = useTranslation();
  const label = t('widget.progress.label');
  return (
    <Specimen
      id="progress"
      title={t('widget.progress.title')}
      text={t('widget.progress.text')}
      knobs={KNOBS}
      code={(changed) => jsxCode('Progress', { label, value: VALUE, ...changed })}
    >
      {(knobs) => <Progress label={label} {...knobs} />}
    </Specimen>
  );
}
