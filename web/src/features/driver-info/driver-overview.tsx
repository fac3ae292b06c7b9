import { Paper, Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Driver, DriverDay, DriverTag } from '@milepost/contract/driver-operations';
import { useCall } from '../../api/use-call.ts';
import { useToday } from '../../live/use-today.ts';
import { formatDate, formatDayAndClock, formatDistance, formatDuration, formatNumber } from '../../text/format.ts';
import { listText } from '../../text/list-text.ts';
import { Licence } from '../../ui/driver/licence.tsx';
import { maxSpeedText } from '../../ui/engine/figure-text.ts';
import { ownText, useOwnFields } from '../../ui/own-fields/own-values.ts';
import classes from './driver-page.module.css';
import { labelKey } from './driver-values.ts';

const WEEK = 7;

/** The details of the driver, and the figures of the last seven days. */
export function DriverOverview({ driver }: { driver: Driver }) {
  const { t } = useTranslation();
  const today = useToday();
  const { data } = useCall('get-driver-days', { driverId: driver.id, days: WEEK });
  const fields = useOwnFields('driver', driver.id);
  const { emergencyName, emergencyPhone } = driver;
  const emergency = [emergencyName, emergencyPhone].filter((part) => part !== null).join(' · ');
  return (
    <div className={classes['overview']}>
      <Sheet title={t('driver-info.last-days')}>
        {data ? <DayFigures days={data.days} /> : <Skeleton height={56} m="md" />}
      </Sheet>
      <Sheet title={t('driver-info.licence-label')}>
        <Facts
          lines={[
            [t(labelKey('licenceNumber')), driver.licenceNumber],
            [t(labelKey('licenceClasses')), listText(driver.licenceClasses)],
            [
              t(labelKey('licenceExpiresOn')),
              <Licence key="until" expiresOn={driver.licenceExpiresOn} today={today} />,
            ],
          ]}
        />
      </Sheet>
      <Sheet title={t('driver-info.person')}>
        <Facts
          lines={[
            [
              t(labelKey('phone')),
              driver.phone && (
                <bdi key="phone" dir="ltr">
                  {driver.phone}
                </bdi>
              ),
            ],
            [
              t(labelKey('email')),
              driver.email && (
                <a key="email" href={`mailto:${driver.email}`}>
                  {driver.email}
                </a>
              ),
            ],
            [t('driver-info.emergency'), emergency],
            [t(labelKey('groupIds')), listText(driver.groups.map(({ name }) => name))],
            [t(labelKey('hiredOn')), driver.hiredOn && formatDate(driver.hiredOn)],
            [t(labelKey('leftOn')), driver.leftOn && formatDate(driver.leftOn)],
            [t(labelKey('userId')), driver.userName],
            [t(labelKey('note')), driver.note],
            ...(fields ?? []).map((field): [string, string | null] => [
              field.name,
              ownText(t, field, driver.own.find(({ id }) => id === field.id)?.value),
            ]),
          ]}
        />
      </Sheet>
      <Sheet title={t('driver-info.tags')}>
        {driver.tags.length === 0 ? (
          <Text c="dimmed" size="sm" px="md" pb="md">
            {t('driver-info.tag.none')}
          </Text>
        ) : (
          <Facts
            lines={driver.tags.map((tag) => [
              t(`driver-info.tag.kinds.${tag.kind}`),
              <TagLine key={tag.tag} tag={tag} />,
            ])}
          />
        )}
      </Sheet>
    </div>
  );
}

function TagLine({ tag: { tag, from, to } }: { tag: DriverTag }) {
  const { t } = useTranslation();
  return (
    <>
      <span className="mono">{tag}</span>
      {from !== null && <small>{t('driver-info.tag.since', { time: formatDayAndClock(from) })}</small>}
      {to !== null && <small>{t('driver-info.tag.until', { time: formatDayAndClock(to) })}</small>}
    </>
  );
}

function Sheet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper component="section" withBorder radius="lg" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </Paper>
  );
}

/** Lines of known details; unknown ones are omitted. */
function Facts({ lines }: { lines: readonly (readonly [string, ReactNode])[] }) {
  const { t } = useTranslation();
  const known = lines.filter(([, value]) => value !== null && value !== '');
  if (known.length === 0) {
    return (
      <Text c="dimmed" size="sm" px="md" pb="md">
        {t('driver-info.nothing-known')}
      </Text>
    );
  }
  return (
    <dl className={classes['facts']}>
      {known.map(([label, value], index) => (
        <div key={index}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

/** Sums over days. */
function DayFigures({ days }: { days: readonly DriverDay[] }) {
  const { t } = useTranslation();
  const figures = [
    ['distance', formatDistance(sum(days.map(({ distanceM }) => distanceM)))],
    ['duration', formatDuration(sum(days.map(({ durationS }) => durationS)))],
    ['trips', formatNumber(sum(days.map(({ trips }) => trips)))],
    ['overspeeds', formatNumber(sum(days.map(({ overspeeds }) => overspeeds)))],
    ['max', maxSpeedText(Math.max(0, ...days.map(({ maxKph }) => maxKph)))],
  ] as const;
  return (
    <dl className={classes['figures']}>
      {figures.map(([key, text]) => (
        <div key={key}>
          <dt>{t(`driver-info.sum.${key}`)}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
