import type { Delivery } from '@milepost/contract/driver-link-operations';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { Language } from '@milepost/contract/languages';
import { inBase } from '../../api/base-path.ts';
import { useFormatRevision } from '../../api/language.ts';
import { linkLanguage } from '../../api/link-language.ts';
import { useCall } from '../../api/use-call.ts';
import { formatAgo, formatClock, formatDate, formatNumber } from '../../text/format.ts';
import { Alert } from '../../ui/alert/alert.tsx';
import { showAsSystem } from '../../ui/appearance/first-appearance.ts';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import { LinkLanguage } from '../../ui/link-language.tsx';
import { Mark } from '../../ui/mark.tsx';
import { ZoneNote } from '../../ui/zone-note.tsx';
import { DeliveryMap } from './delivery-map.tsx';
import classes from './delivery.module.css';

const REFETCH_MS = 20_000;

/** The customer's page of one stop, without an account: the delivery's position and expected time. */
export default function DeliveryPage() {
  const { t } = useTranslation();
  const token = useLocation().hash.slice(1);
  const [language, setLanguage] = useState<Language>(linkLanguage);
  const query = useCall(
    'get-delivery',
    { token: (token || 'none').slice(0, 100), language },
    {
      refetchInterval: ({ state }) => (state.data?.ended ? false : REFETCH_MS),
      staleTime: 0,
      gcTime: 0,
      retry: false,
      placeholderData: keepPreviousData,
    },
  );
  const { data, error } = query;
  const delivery = data?.delivery ?? null;
  const formatRevision = useFormatRevision();
  useEffect(() => showAsSystem(), []);
  return (
    <main className={classes['page']}>
      <title>{`${delivery?.outlet ?? t('delivery.title')} · ${t('app.name')}`}</title>
      <header className={classes['top']}>
        {delivery?.logo ? <img className={classes['logo']} src={inBase(delivery.logo)} alt="" /> : <Mark size={24} />}
        <b>{delivery?.organisation ?? t('app.name')}</b>
        <span>{t('delivery.title')}</span>
        <LinkLanguage
          className={classes['language'] ?? ''}
          aria-label={t('delivery.language')}
          timeZone={delivery?.timeZone}
          onChoose={setLanguage}
        />
      </header>
      {error && (
        <div className={classes['note']}>
          <ErrorNote error={error} onRetry={() => void query.refetch()} />
        </div>
      )}
      {data?.ended && (
        <div className={classes['note']}>
          <Alert type="warning" dismissible={false} title={t(`share.ended.${data.ended}`)}>
            {t('delivery.ended-text')}
          </Alert>
        </div>
      )}
      {delivery && <DeliveryFacts key={formatRevision} delivery={delivery} />}
      {delivery?.position && <DeliveryMap delivery={delivery} position={delivery.position} />}
      {!data && !error && (
        <p className={classes['wait']} role="status">
          {t('app.please-wait')}
        </p>
      )}
    </main>
  );
}

function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation();
  const { outlet, day, state, deliveredAt, expected, stopsBefore, position, at } = delivery;
  return (
    <section className={classes['facts']} aria-live="polite">
      <p>{t('delivery.to', { name: outlet })}</p>
      <h1>{t(`delivery.state.${state}`)}</h1>
      {deliveredAt !== null && <p className={classes['time']}>{formatClock(deliveredAt)}</p>}
      {expected && (
        <>
          {expected.about !== null && (
            <p className={classes['time']}>{t('delivery.about', { time: formatClock(expected.about) })}</p>
          )}
          <p className={expected.about === null ? classes['time'] : undefined}>
            {t(expected.about === null ? 'delivery.between' : 'delivery.usually', {
              from: formatClock(expected.from),
              to: formatClock(expected.to),
            })}
          </p>
        </>
      )}
      {stopsBefore !== null && stopsBefore > 0 && (
        <p>{t('delivery.before', { count: stopsBefore, number: formatNumber(stopsBefore) })}</p>
      )}
      {position?.address && <p>{t('delivery.near', { place: position.address })}</p>}
      {position && <p>{t('delivery.seen', { ago: formatAgo(Date.parse(position.fixTime), Date.parse(at)) })}</p>}
      <small>
        {formatDate(day)}
        <br />
        <ZoneNote />
      </small>
    </section>
  );
}
