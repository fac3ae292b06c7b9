import { Button, Group, Text } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, type CallOutput } from '../../../api/call.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatDistance, formatDuration, formatNumber } from '../../../text/format.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import type { Place } from '../../../ui/map/geodesy.ts';
import { errorText } from '../../../ui/error-text.ts';
import { Progress } from '../../../ui/progress/progress.tsx';
import { type EditStop, ordered, stopInput } from './edit-stops.ts';

interface Props {
  /** The day for whose opening hours it is proposed. */
  day: string;
  startMin: number;
  begin: Place | null;
  end: Place | null;
  stops: readonly EditStop[];
  onAccept: (stops: EditStop[]) => void;
}

type Proposal = CallOutput<'propose-route-order'>;
const ASK_EVERY_MS = 1000;

/** Asks for a better order of the stops, compares it with the present one, and takes it over where the person accepts. */
export function ProposeOrder({ day, startMin, begin, end, stops, onAccept }: Props) {
  const { t } = useTranslation();
  const asked = stops.filter(({ skipReason }) => skipReason === null);
  const key = asked.map(({ outlet }) => outlet.id).join();
  const proposing = useMutation({
    mutationFn: async (of: string) => ({
      of,
      ...(await call('propose-route-order', { day, startMin, begin, end, stops: asked.map(stopInput) })),
    }),
  });
  const { data, error, isPending } = proposing;
  // What was proposed for other stops or another order says nothing any more.
  const proposal = data?.of === key ? data : undefined;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSparkles size={16} aria-hidden />}
        disabled={asked.length < 3}
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
      {proposal && !proposal.better && <Text size="sm">{t('routes.propose-none')}</Text>}
      {proposal?.better && (
        <Alert type="info" dismissible={false} title={t('routes.propose-better')}>
          <Text size="sm">{comparison(t, proposal)}</Text>
          <Group gap="xs" mt="xs">
            <Button
              size="compact-md"
              onClick={() => {
                onAccept(
                  ordered(
                    stops,
                    proposal.proposed.stops.map(({ outletId }) => outletId),
                  ),
                );
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
      )}
    </>
  );
}

function Waiting() {
  const { t } = useTranslation();
  const { data } = useCall('get-route-order-progress', {}, { refetchInterval: ASK_EVERY_MS, gcTime: 0 });
  return <Progress value={data?.done ?? 0} max={1} label={t('routes.propose')} />;
}

function comparison(t: (key: string, values: Record<string, string>) => string, { given, proposed }: Proposal): string {
  return t('routes.propose-comparison', {
    km: formatDistance(given.drivingM),
    newKm: formatDistance(proposed.drivingM),
    driving: formatDuration(given.drivingS),
    newDriving: formatDuration(proposed.drivingS),
    late: formatNumber(given.lateStops + given.closedStops),
    newLate: formatNumber(proposed.lateStops + proposed.closedStops),
  });
}
