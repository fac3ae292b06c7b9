import type { RunFact } from '@milepost/contract/run-day-operations';
import { Anchor, Popover, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock, formatDistance } from '../../../../text/format.ts';
import { figureText, RUN_FIGURES, type RunFigure, valueOf } from '../../../../ui/runs/run-figures.ts';
import classes from './run.module.css';

/** Always visible; the others only if they require attention. */
const FIRST: readonly RunFigure[] = ['adherence', 'planned', 'visited', 'missed', 'late', 'on-time', 'driven'];
const WHEN_KNOWN: readonly RunFigure[] = ['unknown', 'unplanned', 'temperature'];
/** Excludes the figures that belong to a day rather than to a run. */
const OF_RUN = RUN_FIGURES.filter((figure) => figure !== 'coverage');

interface FigureEntry {
  key: string;
  label: string;
  value: string;
  formula: string;
}

/** The figures of a run in one row, each with its formula; the less important ones behind a switch. */
export function RunFigures({ fact }: { fact: RunFact }) {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const { sums, run, drivenM, firstDropAt, lastDropAt } = fact;
  const first = OF_RUN.filter(
    (figure) => FIRST.includes(figure) || (WHEN_KNOWN.includes(figure) && (valueOf[figure](sums) ?? 0) > 0),
  );
  const toEntry = (figure: RunFigure): FigureEntry => ({
    key: figure,
    label: t(`runs.figure.${figure}`),
    value: figureText(figure, sums),
    formula: [
      t(`runs.formula.${figure}`),
      figure === 'driven' &&
        drivenM !== null &&
        t('run.driven', { driven: formatDistance(drivenM), planned: formatDistance(run.drivingM) }),
    ]
      .filter(Boolean)
      .join('. '),
  });
  const drops: FigureEntry = {
    key: 'drops',
    label: t('run.drops'),
    value: firstDropAt && lastDropAt ? `${formatClock(firstDropAt)} – ${formatClock(lastDropAt)}` : '–',
    formula: t('run.drops-text'),
  };
  const shown = isWhole
    ? [...first, ...OF_RUN.filter((figure) => !first.includes(figure))].map(toEntry).concat(drops)
    : first.map(toEntry);
  return (
    <div className={classes['figures']}>
      <ul aria-label={t('run.figures')}>
        {shown.map((entry) => (
          <Figure key={entry.key} figure={entry} />
        ))}
      </ul>
      <Anchor component="button" type="button" size="sm" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
        {t(isWhole ? 'run.fewer-figures' : 'run.more-figures')}
      </Anchor>
    </div>
  );
}

function Figure({ figure: { label, value, formula } }: { figure: FigureEntry }) {
  return (
    <li>
      <Popover width={280} position="bottom-start" shadow="md" withinPortal>
        <Popover.Target>
          <UnstyledButton className={classes['figure']}>
            <span>{label}</span>
            <strong>{value}</strong>
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown fz="sm">
          <b>{label}</b>: {formula}
        </Popover.Dropdown>
      </Popover>
    </li>
  );
}
