import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TOOLTIP_DEFAULTS } from '../../../../ui/tooltip/placement.ts';
import { Tooltip } from '../../../../ui/tooltip/tooltip.tsx';
import { expression, jsxCode } from '../../frame/jsx-code.ts';
import { choice, number, words } from '../../frame/knobs.ts';
import { Specimen } from '../../frame/specimen.tsx';

const TRIGGERS = { 'hover focus': ['hover', 'focus'], hover: ['hover'], focus: ['focus'] } as const;

export function TooltipSpecimen() {
  const { t } = useTranslation();
  const sample = t('widget.tooltip.sample');
  return (
    <Specimen
      id="tooltip"
      title={t('widget.tooltip.title')}
      text={t('widget.tooltip.text')}
      knobs={{
        text: words(sample),
        placement: choice(['auto', 'top', 'bottom', 'start', 'end'], TOOLTIP_DEFAULTS.placement),
        triggers: choice(['hover focus', 'hover', 'focus']),
        openDelayMs: number(TOOLTIP_DEFAULTS.openDelayMs, 0, 2000, 100),
      }}
      code={({ triggers, ...changed }) =>
        jsxCode(
          'Tooltip',
          {
            text: sample,
            ...changed,
            ...(triggers === undefined ? {} : { triggers: expression(`['${String(triggers)}']`) }),
          },
          `<Button variant="default">${t('widget.tooltip.target')}</Button>`,
        )
      }
    >
      {({ triggers, ...knobs }) => (
        <Tooltip {...knobs} triggers={TRIGGERS[triggers]}>
          <Button variant="default">{t('widget.tooltip.target')}</Button>
        </Tooltip>
      )}
    </Specimen>
  );
}
