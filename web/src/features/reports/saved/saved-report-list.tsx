import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../api/use-call.ts';
import { formatSettings } from '../../../text/format-settings.ts';
import classes from '../reports.module.css';
import { listText } from '../../../text/list-text.ts';

interface Props {
  isFound: (texts: string[]) => boolean;
}

/** The saved reports in the catalogue: the person's own and shared ones. */
export function SavedReportList({ isFound }: Props) {
  const { t } = useTranslation();
  const { language } = formatSettings();
  const { data } = useCall('get-saved-report-list', { language });
  const found = data?.rows.filter(({ name, sections }) => isFound([name, ...sections])) ?? [];
  if (found.length === 0) return null;
  const title = t('reports.purpose.yours');
  return (
    <section>
      <Title order={2} size={15} mb={8}>
        {title}
      </Title>
      <ul className={classes['catalogue']} aria-label={title}>
        {found.map(({ id, name, sections, own, owner }) => (
          <li key={id} className={classes['entry']}>
            <Link to={`/reports/saved/${id}`}>
              <strong>{name}</strong>
              <small>{[listText(sections), ...(own ? [] : [t('saved-reports.by', { owner })])].join(' · ')}</small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
