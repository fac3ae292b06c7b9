import { isoWeekday } from '@milepost/contract/route-days';
import type { Driving } from '@milepost/contract/route-schedule';
import { Button, Group, Text } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, type CallOutput } from '../../../api/call.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatDistance, formatNumber } from '../../../text/format.ts';
import type { Coordinates } from '../../../ui/map/geodesy.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import { errorText } from '../../../ui/error-text.ts';
import { Progress } from '../../../ui/progress/progress.tsx';
import { secondClock } from './clock-text.ts';
import { type EditStop, ordered, stopInput, timesOn } from './edit-stops.ts';

interface Props {
  /** The day with the opening hours for the proposal. */
  day: string;
  startMin: number;
  begin: Coordinates | null;
  end: Coordinates | null;
  driving: Driving;
  stops: readonly EditStop[];
  onAccept: (stops: EditStop[]) => void;
}

const POLL_MS = 1000;

/** Requests a better order of the stops, compares it with the present one, and applies it if the person accepts. */
export function ProposeOrder({ day, startMin, begin, end, driving, stops, onAccept }: Props) {
  const { t } = useTranslation();
  const included = stops.filter(({ skipReason }) => skipReason === null);
  const key = included.map(({ outlet }) => outlet.id).join();
  const proposing = useMutation({
    mutationFn: async (of: string) => ({
      of,
      ...(await call('propose-route-order', { day, startMin, begin, end, stops: included.map(stopInput) })),
    }),
  });
  const { data, error, isPending } = proposing;
  // A proposal for other stops or another order is obsolete.
  const proposal = data?.of === key ? data : undefined;
  const outletIds = proposal?.proposed.stops.map(({ outletId }) => outletId);
  const next = proposal?.better === true && outletIds ? ordered(stops, outletIds) : null;
  // Both totals are computed here, so that both are measured by the same rule.
  const timesOf = (order: readonly EditStop[]) =>
    timesOn({ startMin, begin, end, driving, stops: order }, isoWeekday(day));
  // A router measures other distances than this screen, so its own are used for both.
  const [before, after] =
    proposal?.driving === 'router'
      ? [routedTotals(proposal, proposal.given, startMin), routedTotals(proposal, proposal.proposed, startMin)]
      : [timesOf(stops), timesOf(next ?? stops)];
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSparkles size={16} aria-hidden />}
        disabled={included.length < 3}
        loading={isPending}
        onClick={() => proposing.mutate(key)}
      >
        {t('routes.propose')}
      </Button>
      {isPending && <Waiting />}
      {error && (
        <Text size="sm" c="red" role="alert">
          {errorText(t, error)}
        </Text>
      )}
      {proposal && !proposal.better && (
        <div ref={intoView}>
          <Text size="sm">{t('routes.propose-none')}</Text>
          <MeasuredBy driving={proposal.driving} />
        </div>
      )}
      {proposal && next && (
        <div ref={intoView}>
          <Alert type="info" dismissible={false} title={t('routes.propose-better')}>
            <Text size="sm">
              {t('routes.propose-comparison', {
                km: formatDistance(before.drivingM),
                newKm: formatDistance(after.drivingM),
                end: secondClock(before.endS),
                newEnd: secondClock(after.endS),
                late: formatNumber(before.outside),
                newLate: formatNumber(after.outside),
              })}
            </Text>
            <MeasuredBy driving={proposal.driving} />
            <Group gap="xs" mt="xs">
              <Button
                size="compact-md"
                onClick={() => {
                  onAccept(next);
                  proposing.reset();
                }}
              >
                {t('routes.propose-accept')}
              </Button>
              <Button size="compact-md" variant="default" onClick={() => proposing.reset()}>
                {t('routes.propose-dismiss')}
              </Button>
            </Group>
          </Alert>
        </div>
      )}
    </>
  );
}

type Proposal = CallOutput<'propose-route-order'>;

/**
 * How distances and times were measured: a router's differ from those of this screen; also notes a router that is
 * unreachable.
 */
function MeasuredBy({ driving }: Pick<Proposal, 'driving'>) {
  const { t } = useTranslation();
  if (driving === 'own') return null;
  return (
    <Text size="sm" c="dimmed">
      {t(driving === 'router' ? 'routes.propose-by-router' : 'routes.propose-router-away')}
    </Text>
  );
}

/** The button is at the end of the visible part, and the result below it. */
const intoView = (answer: HTMLDivElement | null) => answer?.scrollIntoView({ block: 'center' });

/** The totals of an order as the router measured them. */
function routedTotals({ startsAt }: Proposal, run: Proposal['given'], startMin: number) {
  const endS = startMin * 60 + (Date.parse(run.endsAt) - Date.parse(startsAt)) / 1000;
  return { drivingM: run.drivingM, endS, outside: run.lateStops + run.closedStops };
}

function Waiting() {
  const { t } = useTranslation();
  const { data } = useCall('get-route-order-progress', {}, { refetchInterval: POLL_MS, gcTime: 0 });
  return <Progress value={(data?.done ?? 0) * 100} label={t('routes.propose')} />;
}
