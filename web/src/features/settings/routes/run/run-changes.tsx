import type { FactChange, RunFact } from '@milepost/contract/run-day-operations';
import type { TFunction } from 'i18next';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDateTimeWithoutSeconds } from '../../../../text/format.ts';
import { CutNote } from '../../../../ui/cut-note.tsx';
import { Section } from '../../../../ui/section/section.tsx';
import { RunHistory } from '../runs/run-history.tsx';
import routeClasses from '../routes.module.css';
import { listText } from '../../../../text/list-text.ts';

/** The changes of the plan, with person and reason, and the changes by late data after the day was closed. */
export function RunChanges({ fact }: { fact: RunFact }) {
  const { t } = useTranslation();
  return (
    <>
      {fact.changes.length > 0 && (
        <Section title={t('run.after-close')}>
          <Text size="sm" c="dimmed">
            {t('run.after-close-text')}
          </Text>
          <ol className={routeClasses['history']}>
            {fact.changes.map((change, index) => (
              <li key={index}>
                <time dateTime={change.at}>{formatDateTimeWithoutSeconds(change.at)}</time> ·{' '}
                <b>{change.outlet?.name ?? t('run.whole')}</b>
                <span>{t('run.from-to', { from: momentText(t, change.before), to: momentText(t, change.after) })}</span>
              </li>
            ))}
          </ol>
          <CutNote shown={fact.changes.length} total={fact.changesTotal} />
        </Section>
      )}
      <Section title={t('routes.history')}>
        <RunHistory history={fact.run.history} />
      </Section>
    </>
  );
}

function momentText(t: TFunction, moment: FactChange['before']): string {
  if (moment === null) return t('run.nothing');
  const words = [moment.state && t(`runs.look.${moment.state}`), moment.at && formatDateTimeWithoutSeconds(moment.at)];
  return listText(words.filter(Boolean)) || t('run.nothing');
}
