import type { OperationOutput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { recordPath } from '@milepost/contract/record-kinds';
import { Anchor, Badge, Button, Center, Loader, Text, Title } from '@mantine/core';
import { IconClipboardCheck, IconMail, IconPlus, IconSteeringWheel } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatDate, formatDateTimeWithoutSeconds, formatNumber } from '../../../text/format.ts';
import { DocumentStateChip } from '../../../ui/documents/document-state.tsx';
import { Licence } from '../../../ui/driver/licence.tsx';
import { EmptyNote } from '../../../ui/empty-note.tsx';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { DefectChip } from '../../../ui/maintenance/defect-chip.tsx';
import { Card } from './card.tsx';
import classes from './my-day.module.css';
import { OwnBills } from './own-bills.tsx';
import { OwnPrivateTime } from './own-private-time.tsx';
import { OwnRuns } from './own-runs.tsx';
import { listText } from '../../../text/list-text.ts';

const BillDrawer = lazyPart(async () => ({ default: (await import('./bill-drawer.tsx')).BillDrawer }));
type Day = OperationOutput<Operations['get-my-day']>;

/** A driver's own records: runs, messages, licence and documents, inspections and bills. Designed for phones. */
export default function MyDayPage() {
  const { t } = useTranslation();
  const query = useCall('get-my-day', {});
  const { data } = query;
  return (
    <div className={classes['page']}>
      <Title order={1} size={20}>
        {data?.driver ? t('my-day.title-of', { name: data.driver.name }) : t('my-day.title')}
      </Title>
      {query.error && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {!data && !query.error && (
        <Center h={200} role="status" aria-label={t('app.please-wait')}>
          <Loader size="sm" />
        </Center>
      )}
      {data?.driver === null && (
        <Center py="xl">
          <EmptyNote
            icon={<IconSteeringWheel size={40} stroke={1.2} aria-hidden />}
            title={t('my-day.no-driver')}
            text={t('my-day.no-driver-text')}
          />
        </Center>
      )}
      {data?.driver && <Own day={data} driver={data.driver} />}
    </div>
  );
}

function Own({ day, driver }: { day: Day; driver: NonNullable<Day['driver']> }) {
  const { t } = useTranslation();
  const { open } = useOpenRecord();
  const mayCreate = useMay('my-day', 'create');
  const mayRead = useMay('messages', 'view');
  const first = day.vehicles[0];
  return (
    <>
      {mayRead && (
        <Button
          component={Link}
          to="/email"
          variant={day.unread > 0 ? 'light' : 'default'}
          size="md"
          leftSection={<IconMail size={18} aria-hidden />}
          className={classes['messages'] ?? ''}
        >
          {day.unread > 0
            ? t('my-day.unread', { count: day.unread, number: formatNumber(day.unread) })
            : t('my-day.messages')}
        </Button>
      )}
      <Card title={t('my-day.runs')}>
        <OwnRuns runs={day.runs} today={day.today} />
      </Card>
      <OwnPrivateTime />
      <Card title={t('my-day.licence')}>
        <dl className={classes['facts']}>
          <dt>{t('driver-info.licence-until')}</dt>
          <dd>
            <Licence expiresOn={driver.licenceExpiresOn} today={day.today} />
          </dd>
          <dt>{t('driver-info.licence-number')}</dt>
          <dd>{driver.licenceNumber ?? '–'}</dd>
          <dt>{t('driver-info.licence-classes')}</dt>
          <dd>{driver.licenceClasses.length > 0 ? listText(driver.licenceClasses) : '–'}</dd>
        </dl>
        {day.documents.length > 0 && (
          <ul className={classes['rows']}>
            {day.documents.map(({ id, kind, number, validUntil, state }) => (
              <li key={id}>
                <span className={classes['what']}>
                  <b>{t(`documents.kind.${kind}`)}</b>
                  <small>
                    {[number, validUntil && formatDate(validUntil)].filter((part) => part !== null).join(' · ')}
                  </small>
                </span>
                <DocumentStateChip state={state} />
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card
        title={t('my-day.inspections')}
        action={
          mayCreate &&
          first && (
            <Button
              component={Link}
              to={`/vehicle-info/maintenance/inspect?vehicle=${first.id}`}
              variant="default"
              leftSection={<IconClipboardCheck size={16} aria-hidden />}
            >
              {t('my-day.inspect')}
            </Button>
          )
        }
      >
        {day.inspections.length === 0 ? (
          <Text c="dimmed">{t(first ? 'my-day.no-inspections' : 'my-day.no-vehicle')}</Text>
        ) : (
          <ul className={classes['rows']}>
            {day.inspections.map(({ id, registration, name, at, severity }) => (
              <li key={id}>
                <span className={classes['what']}>
                  <Anchor component={Link} fw={600} to={`/${recordPath('inspection', id)}`}>
                    {registration} · {name}
                  </Anchor>
                  <small>{formatDateTimeWithoutSeconds(at)}</small>
                </span>
                {severity === null ? (
                  <Badge variant="light" color="teal">
                    {t('maintenance.inspection.in-order')}
                  </Badge>
                ) : (
                  <DefectChip severity={severity} />
                )}
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card
        title={t('my-day.bills')}
        action={
          mayCreate &&
          first && (
            <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('new')}>
              {t('my-day.add-bill')}
            </Button>
          )
        }
      >
        <OwnBills />
      </Card>
      <Suspense>{mayCreate && <BillDrawer day={day} />}</Suspense>
    </>
  );
}
