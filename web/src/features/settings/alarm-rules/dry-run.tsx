import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call, type CallOutput } from '../../../api/call.ts';
import { useCall } from '../../../api/use-call.ts';
import { CallError } from '../../../api/call-error.ts';
import { codeText, valueText } from '../../../text/alarm-value.ts';
import { formatDayAndClock, formatNumber, formatSpeedAndUnit } from '../../../text/format.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import { errorText } from '../../../ui/error-text.ts';
import { factPath } from '../../../ui/history-path.ts';
import { useRowKeys } from '../../../ui/use-row-keys.ts';
import { draftOf, type RuleValues } from './rule-values.ts';
import classes from './sentence.module.css';

type Answer = CallOutput<'get-alarm-rule-dry-run'>;

/** The alarms that the rule in the form would have raised over the last week. Closing the form cancels it. */
export function DryRun({ values }: { values: RuleValues }) {
  const { t } = useTranslation();
  const [request, setRequest] = useState<{ draft: ReturnType<typeof draftOf>; times: number } | null>(null);
  const query = useQuery({
    queryKey: ['get-alarm-rule-dry-run', request],
    queryFn: ({ signal }) =>
      request ? call('get-alarm-rule-dry-run', { ...request.draft, days: 7 }, { signal }) : Promise.resolve(null),
    enabled: request !== null,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    refetchOnReconnect: false,
  });
  const draft = draftOf(values);
  const changed = request !== null && JSON.stringify(request.draft) !== JSON.stringify(draft);
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconFlask size={16} aria-hidden />}
          onClick={() => setRequest({ draft, times: (request?.times ?? 0) + 1 })}
          disabled={query.isFetching && !changed}
        >
          {t('alarm-rules.dry.run')}
        </Button>
        {query.isFetching && <Running onCancel={() => setRequest(null)} />}
        {!query.isFetching && changed && (
          <Text size="sm" c="dimmed">
            {t('alarm-rules.dry.changed')}
          </Text>
        )}
      </Group>
      {query.error && !query.isFetching && (
        <Alert type="danger">
          {query.error instanceof CallError && Object.keys(query.error.fields).length > 0
            ? Object.values(query.error.fields).join(' ')
            : errorText(t, query.error)}
        </Alert>
      )}
      {query.data && request && <Found answer={query.data} kind={request.draft.condition.kind} />}
    </Stack>
  );
}

const POLL_MS = 700;

/** The progress, with a button to cancel: cancelling aborts the call, and with it the work on the server. */
function Running({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation();
  const { data } = useCall('get-dry-run-progress', {}, { refetchInterval: POLL_MS, gcTime: 0, staleTime: 0 });
  const progress = data?.progress ?? null;
  return (
    <Group gap={8}>
      <Group gap={8} role="status">
        <Loader size="xs" />
        <Text size="sm" c="dimmed">
          {progress === null
            ? t('alarm-rules.dry.running')
            : t('alarm-rules.dry.progress', {
                looked: formatNumber(progress.looked),
                vehicles: formatNumber(progress.vehicles),
              })}
        </Text>
      </Group>
      <Button size="compact-sm" variant="subtle" onClick={onCancel}>
        {t('form.cancel')}
      </Button>
    </Group>
  );
}

function Found({ answer, kind }: { answer: Answer; kind: string }) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  useRowKeys(list, 'li > a');
  const { total, rows, vehicles, looked, positions, stoppedAt, stoppedBy } = answer;
  const now = Date.parse(answer.to);
  const numbers = {
    vehicles: formatNumber(vehicles),
    looked: formatNumber(looked),
    positions: formatNumber(positions),
    stoppedAt,
  };
  return (
    <Stack gap="xs" role="status">
      <Text fw={600}>
        {total === 0
          ? t('alarm-rules.dry.none')
          : t('alarm-rules.dry.found', { count: total, number: formatNumber(total) })}
      </Text>
      {stoppedBy === null ? (
        <Text size="sm" c="dimmed">
          {t('alarm-rules.dry.looked', numbers)}
        </Text>
      ) : (
        <Alert dismissible={false}>{t(`alarm-rules.dry.stopped-${stoppedBy}`, numbers)}</Alert>
      )}
      {answer.limits && answer.limits.fast > 0 && <Limits {...answer.limits} />}
      {rows.length > 0 && (
        <ul ref={list} className={classes['found']} aria-label={t('alarm-rules.dry.list')}>
          {rows.map((row) => (
            <li key={`${row.vehicleId} ${row.start}`}>
              <Link
                to={factPath({ vehicleId: row.vehicleId, start: row.start, end: row.clearedAt }, now)}
                target="_blank"
              >
                <b>{row.registration}</b>
                <span className={classes['dim']}>{row.address ?? ''}</span>
                <span>{detailText(t, kind, row)}</span>
                <span className={classes['dim']} style={{ gridColumn: '1 / -1' }}>
                  {formatDayAndClock(row.start)}
                  {row.count > 1 &&
                    ` · ${t('alarm-rules.dry.times', { count: row.count, number: formatNumber(row.count) })}`}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {rows.length < total && (
        <Text size="sm" c="dimmed">
          {t('alarm-rules.dry.newest', { number: formatNumber(rows.length) })}
        </Text>
      )}
    </Stack>
  );
}

/** A note that explains why a rule about road speed limits raises no alarms where the limits are unknown. */
function Limits({ fromKph, fast, known }: NonNullable<Answer['limits']>) {
  const { t } = useTranslation();
  const numbers = {
    known: formatNumber(known),
    of: formatNumber(fast),
    speed: formatSpeedAndUnit(fromKph),
  };
  if (known === 0) return <Alert dismissible={false}>{t('alarm-rules.dry.limits-unknown', numbers)}</Alert>;
  return (
    <Text size="sm" c="dimmed">
      {t('alarm-rules.dry.limits-known', numbers)}
    </Text>
  );
}

function detailText(t: TFunction, kind: string, row: Answer['rows'][number]): string {
  if (kind === 'device') return row.about === null ? '' : codeText(t, row.about);
  const value = valueText(row);
  if (kind === 'roadSpeed' && value !== null && row.about !== null) {
    return t('alarm-rules.dry.of-limit', { speed: value, limit: formatSpeedAndUnit(Number(row.about)) });
  }
  return value ?? '';
}
