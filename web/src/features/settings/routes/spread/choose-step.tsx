import type { Depot } from '@milepost/contract/depot-operations';
import { MAX_STOPS } from '@milepost/contract/route-kinds';
import { LOAD_UNITS, MAX_SPREAD_VEHICLES } from '@milepost/contract/spread-kinds';
import type { Spread } from '@milepost/contract/spread-operations';
import { Button, Group, Input, SegmentedControl, Select, SimpleGrid, Text } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../../../api/call.ts';
import { useCall } from '../../../../api/use-call.ts';
import { useToday } from '../../../../live/use-today.ts';
import { formatNumber } from '../../../../text/format.ts';
import { DateField } from '../../../../ui/date-picker/date-field.tsx';
import { Progress } from '../../../../ui/progress/progress.tsx';
import { Section } from '../../../../ui/section/section.tsx';
import { TimePicker } from '../../../../ui/time-picker/time-picker.tsx';
import { timeOf } from '../../../../ui/weekly-hours/hours.ts';
import { Accepted } from './accepted.tsx';
import { PickStops } from './pick-stops.tsx';
import { PickVehicles } from './pick-vehicles.tsx';
import { Refusal } from './refusal.tsx';
import { type Choice, spreadInput } from './spread-choice.ts';
import classes from './spread.module.css';

interface Props {
  choice: Choice;
  depots: readonly Depot[] | undefined;
  /** Outlets that were ticked in their list. */
  ticked: readonly number[];
  onTickedAdded: () => void;
  onChange: (changes: Partial<Choice>) => void;
  onProposed: (proposal: Spread) => void;
}

/** Side by side if there is room, otherwise one of them. */
const PARTS = ['stops', 'vehicles'] as const;

/** The choice of the stops, vehicles and times of a spread. */
export function ChooseStep({ choice, depots, ticked, onTickedAdded, onChange, onProposed }: Props) {
  const { t } = useTranslation();
  const today = useToday();
  const [part, setPart] = useState<(typeof PARTS)[number]>('stops');
  const leaving = useRef<AbortController | null>(null);
  const proposing = useMutation({
    mutationFn: () => {
      leaving.current = new AbortController();
      const input = { ...spreadInput(choice), vehicleIds: [...choice.drivers.keys()] };
      return call('propose-spread', input, { signal: leaving.current.signal });
    },
    onSuccess: onProposed,
  });
  useEffect(() => () => leaving.current?.abort(), []);
  function cancel() {
    leaving.current?.abort();
    // A request that the person cancelled shows no error.
    proposing.reset();
  }
  const { orders, drivers } = choice;
  const titles = {
    stops: t('spread.stops', { number: formatNumber(orders.length) }),
    vehicles: t('spread.vehicles', { number: formatNumber(drivers.size) }),
  };
  const missing =
    choice.depotId === null
      ? t('spread.missing.depot')
      : orders.length === 0
        ? t('spread.missing.stops')
        : orders.length > MAX_STOPS
          ? t('spread.most-stops', { number: formatNumber(MAX_STOPS) })
          : orders.some(({ load }) => Number.isNaN(load))
            ? t('spread.missing.loads')
            : drivers.size === 0
              ? t('spread.missing.vehicles')
              : drivers.size > MAX_SPREAD_VEHICLES
                ? t('spread.most-vehicles', { number: formatNumber(MAX_SPREAD_VEHICLES) })
                : null;
  const time = (field: 'startMin' | 'backMin') => (
    <Input.Wrapper labelElement="div" label={t(`spread.field.${field}`)}>
      <div>
        <TimePicker
          label={t(`spread.field.${field}`)}
          spinners={false}
          value={timeOf(choice[field])}
          onChange={({ hour, minute }) => onChange({ [field]: hour * 60 + minute })}
        />
      </div>
    </Input.Wrapper>
  );
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('spread.text')}
      </Text>
      <SimpleGrid cols={2} spacing="sm">
        <DateField
          label={t('spread.field.day')}
          value={choice.day}
          minDate={today}
          onChange={(day) => day !== null && onChange({ day })}
        />
        <Select
          label={t('spread.field.depot')}
          placeholder={t('form.choose')}
          searchable
          allowDeselect={false}
          nothingFoundMessage={t('form.nothing-found')}
          data={(depots ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={choice.depotId}
          // Outlets and vehicles belong to the organisation of the depot.
          onChange={(depotId) => onChange({ depotId, orders: [], drivers: new Map(), shifts: new Map() })}
        />
        {time('startMin')}
        {time('backMin')}
      </SimpleGrid>
      {ticked.length > 0 && choice.depotId === null && (
        <Text size="sm">{t('spread.ticked', { number: formatNumber(ticked.length) })}</Text>
      )}
      {depots?.length === 0 && (
        <Text size="sm">
          {t('spread.no-depots')} <Link to="/settings/depots">{t('routes.tabs.depots')}</Link>
        </Text>
      )}
      {choice.depotId !== null && (
        <>
          <Accepted day={choice.day} depotId={choice.depotId} />
          <SegmentedControl
            className={classes['parts'] ?? ''}
            aria-label={t('spread.parts')}
            value={part}
            onChange={setPart}
            data={PARTS.map((value) => ({ value, label: titles[value] }))}
          />
          <div className={classes['columns']}>
            <div data-hidden={part !== 'stops' || undefined}>
              <Section title={titles.stops}>
                <SegmentedControl
                  aria-label={t('spread.field.unit')}
                  value={choice.unit}
                  onChange={(unit) => onChange({ unit })}
                  data={LOAD_UNITS.map((value) => ({ value, label: t(`load.${value}`) }))}
                />
                <PickStops
                  day={choice.day}
                  depotId={choice.depotId}
                  unit={choice.unit}
                  orders={orders}
                  ticked={ticked}
                  onTickedAdded={onTickedAdded}
                  onChange={(next) => onChange({ orders: next })}
                />
              </Section>
            </div>
            <div data-hidden={part !== 'vehicles' || undefined}>
              <Section title={titles.vehicles}>
                <PickVehicles choice={choice} depots={depots ?? []} onChange={onChange} />
              </Section>
            </div>
          </div>
        </>
      )}
      <div className={classes['foot']}>
        {proposing.error && <Refusal error={proposing.error} />}
        {missing !== null && (
          <Text size="sm" c="dimmed" mb="xs">
            {missing}
          </Text>
        )}
        {proposing.isPending ? (
          <Group wrap="nowrap" align="center">
            <Waiting />
            <Button variant="default" onClick={cancel}>
              {t('spread.cancel')}
            </Button>
          </Group>
        ) : (
          <Button
            fullWidth
            leftSection={<IconSparkles size={16} aria-hidden />}
            disabled={missing !== null}
            onClick={() => proposing.mutate()}
          >
            {t('spread.propose')}
          </Button>
        )}
      </div>
    </>
  );
}

const POLL_MS = 1000;

function Waiting() {
  const { t } = useTranslation();
  const { data } = useCall('get-route-order-progress', {}, { refetchInterval: POLL_MS, gcTime: 0 });
  return (
    <div style={{ flex: 1 }}>
      <Progress value={(data?.done ?? 0) * 100} label={t('spread.proposing')} />
    </div>
  );
}
