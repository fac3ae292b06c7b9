import { REPORT_PURPOSES } from '@milepost/contract/report-kinds';
import type { ReportEntry } from '@milepost/contract/report-operations';
import { Anchor, Group, Skeleton, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { SearchBox } from '../../ui/data-table/search-box.tsx';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import { everyWordIn } from '../../text/every-word.ts';
import { SAME_PAGE } from '../../ui/same-page.ts';
import { FavouriteButton } from './favourite-button.tsx';
import classes from './reports.module.css';
import { SavedReportList } from './saved/saved-report-list.tsx';
import { useReports } from './use-reports.ts';

/** The number of recent reports in the list. */
const RECENT = 4;

/** The catalogue of reports: favourites, recent ones, and all by purpose. */
export default function ReportsPage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const { data, error, refetch } = useReports();
  const isFound = everyWordIn(search);
  const found =
    data?.rows.filter(({ name, about, words, purpose }) =>
      isFound([name, about, words, t(`reports.purpose.${purpose}`)]),
    ) ?? [];
  const recent = found
    .filter(({ openedAt, favourite }) => openedAt !== null && !favourite)
    .toSorted((a, b) => (b.openedAt ?? '').localeCompare(a.openedAt ?? ''))
    .slice(0, RECENT);
  const byPurpose = REPORT_PURPOSES.map(
    (purpose) => [purpose, found.filter((one) => one.purpose === purpose)] as const,
  );
  /**
   * Reports with a match in the name come before those with a match in the description, and those before matches in the
   * columns.
   */
  const rank = ({ name, about }: ReportEntry) => (isFound([name]) ? 0 : isFound([name, about]) ? 1 : 2);
  const sections =
    search === ''
      ? ([['favourites', found.filter(({ favourite }) => favourite)], ['recent', recent], ...byPurpose] as const)
      : ([['found', found.toSorted((a, b) => rank(a) - rank(b))]] as const);
  return (
    <div className={classes['page']} aria-busy={!data && !error}>
      <Group justify="space-between" gap="sm">
        <Title order={1} size={20}>
          {t('reports.title')}
        </Title>
        <Anchor component={Link} to="/downloads" ms="auto">
          {t('downloads.title')}
        </Anchor>
        <Anchor component={Link} to="/reports/schedules">
          {t('schedules.title')}
        </Anchor>
        <div className={classes['find'] ?? ''}>
          <SearchBox
            label={t('reports.search')}
            value={search}
            onChange={(typed) => setParams(typed === '' ? {} : { search: typed }, { replace: true, ...SAME_PAGE })}
          />
        </div>
      </Group>
      {error && <ErrorNote title={t('table.failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={280} />}
      <SavedReportList isFound={isFound} />
      {sections.map(
        ([name, reports]) =>
          reports.length > 0 && <Section key={name} title={t(`reports.purpose.${name}`)} reports={reports} />,
      )}
      {data && found.length === 0 && <EmptyNote title={t('table.no-match')} text={t('reports.none-found')} />}
    </div>
  );
}

function Section({ title, reports }: { title: string; reports: readonly ReportEntry[] }) {
  return (
    <section>
      <Title order={2} size={15} mb={8}>
        {title}
      </Title>
      <ul className={classes['catalogue']} aria-label={title}>
        {reports.map(({ kind, name, about }) => (
          <li key={kind} className={classes['entry']}>
            <Link to={`/reports/${kind}`}>
              <strong>{name}</strong>
              <small>{about}</small>
            </Link>
            <FavouriteButton kind={kind} name={name} />
          </li>
        ))}
      </ul>
    </section>
  );
}
