import { Anchor, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CallOutput } from '../../../api/call.ts';
import { BEHIND, figureText, RUN_FIGURES } from '../../../ui/runs/run-figures.ts';
import { SAME_PAGE } from '../../../ui/same-page.ts';
import runClasses from '../../../ui/runs/runs.module.css';
import classes from './distribution.module.css';
import type { useDayState } from './use-day-state.ts';

interface Props {
  figures: CallOutput<'get-run-day-figures'> | undefined;
  view: ReturnType<typeof useDayState>;
}

/**
 * The figures of the day with their formulas, compared with the day before and the same weekday; each opens the stops
 * behind it.
 */
export function DayFigures({ figures, view }: Props) {
  const { t } = useTranslation();
  const [explained, setExplained] = useState(false);
  return (
    <section className={classes['figures']}>
      <ul className={runClasses['figures']} aria-label={t('distribution.figures')}>
        {RUN_FIGURES.map((figure) => (
          <li key={figure} className={runClasses['figure']}>
            <Link to={view.address({ behind: BEHIND[figure] ?? 'planned' })} {...SAME_PAGE}>
              <span className={runClasses['label']}>{t(`runs.figure.${figure}`)}</span>
              {figures ? <strong>{figureText(figure, figures.sums)}</strong> : <Skeleton h={26} w="60%" />}
              {figures && figure !== 'coverage' && (
                <span>
                  {t('distribution.against', {
                    before: figureText(figure, figures.before),
                    week: figureText(figure, figures.weekBefore),
                  })}
                </span>
              )}
              {explained && <span>{t(`runs.formula.${figure}`)}</span>}
            </Link>
          </li>
        ))}
      </ul>
      <Anchor
        component="button"
        type="button"
        size="xs"
        aria-expanded={explained}
        onClick={() => setExplained(!explained)}
      >
        {t(explained ? 'distribution.hide-formulas' : 'distribution.show-formulas')}
      </Anchor>
    </section>
  );
}
