import { addDays, isoWeekday } from '@milepost/contract/route-days';
import { MAX_STOPS } from '@milepost/contract/route-kinds';
import { type RoutePlan, routePlanOperations } from '@milepost/contract/route-plan-operations';
import type { Driving } from '@milepost/contract/route-schedule';
import type { RouteOutlet } from '@milepost/contract/route-stop';
import { Chip, Group, Input, Select, SimpleGrid, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { spanOfDay } from '../../../text/local-day.ts';
import { OverrideField } from '../../../ui/availability/override-field.tsx';
import { DateField } from '../../../ui/date-picker/date-field.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { useClosingForm } from '../../../ui/form/use-closing-form.ts';
import { useVersion } from '../../../ui/form/use-version.ts';
import { validateBy } from '../../../ui/form/validate-by.ts';
import { labelledOptions } from '../../../ui/rest-option.ts';
import { Section } from '../../../ui/section/section.tsx';
import { TimePicker } from '../../../ui/time-picker/time-picker.tsx';
import { dayName } from '../../../ui/weekly-hours/hours-text.ts';
import { timeOf, toClock } from '../../../ui/weekly-hours/hours.ts';
import { AddChosen } from './add-chosen.tsx';
import { AddCodes } from './add-codes.tsx';
import { AddStop } from './add-stop.tsx';
import { AddTerritory } from './add-territory.tsx';
import { newStop, outsideDays, timesOn } from './edit-stops.ts';
import { planInput, planValues } from './plan-values.ts';
import { ProposeOrder } from './propose-order.tsx';
import { refreshRoutes } from '../../../api/refresh-records.ts';
import type { DrawnRoute } from './route-layer.ts';
import { RunTotals } from './run-totals.tsx';
import { StopList } from './stop-list.tsx';

interface Props {
  routeId: number;
  colour: string;
  /** Undefined for a new plan. */
  plan: RoutePlan | undefined;
  /** The initial values of a new plan. */
  like: RoutePlan | undefined;
  today: string;
  driving: Driving;
  /** Outlets that were chosen in their list to become stops. */
  chosenIds: readonly number[];
  /** Sets the handler for outlets that are clicked or outlined on the map. */
  onPicking: (pick: ((outlets: readonly RouteOutlet[]) => void) | null) => void;
  onDraw: (route: DrawnRoute, taken: ReadonlySet<number>) => void;
  onClose: (saved?: number) => void;
}

const validate = validateBy(routePlanOperations['save-route-plan'].input);
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

/** The first of the weekdays from today on; today if there are none. */
const nextDayOf = (weekdays: readonly number[], today: string): string =>
  WEEKDAYS.map((_weekday, later) => addDays(today, later)).find((day) => weekdays.includes(isoWeekday(day))) ?? today;

/** The depots of a plan, which can be the same one. */
const ownDepots = (plan: RoutePlan | undefined) => [
  ...new Map([plan?.beginDepot, plan?.endDepot].flatMap((depot) => (depot ? [[depot.id, depot]] : []))).values(),
];

/** The form of a plan: schedule, vehicle and driver, and the stops in order, with the totals of a run. */
export default function PlanForm({
  routeId,
  colour,
  plan,
  like,
  today,
  driving,
  chosenIds,
  onPicking,
  onDraw,
  onClose,
}: Props) {
  const { t } = useTranslation();
  const label = (field: string) => t(`routes.field.${field}`);
  const maySave = useMay('routes', plan ? 'edit' : 'create');
  const mayDelete = useMay('routes', 'delete');
  const { data: choices } = useCall('get-route-choices', { id: routeId });
  const readPlan = async (id: number) => {
    const { plans } = await call('get-route-by-id', { id: routeId });
    const found = plans.find((one) => one.id === id);
    if (!found) throw new Error(t('routes.plan-gone'));
    return found;
  };
  const version = useVersion(plan, readPlan, (saved) => planValues(saved, today));
  const record = useClosingForm({
    initialValues: planValues(plan, today, like),
    validate: (values) => validate({ ...planInput(values), routeId }),
    save: (values) => call('save-route-plan', { ...planInput(values), routeId, ...version.sent() }),
    readAgain: version.readAgain,
    savedText: () => t('routes.plan-saved'),
    onChanged: refreshRoutes,
    onClose: (saved) => onClose(saved?.plan.id),
  });
  const { form } = record;
  const { stops, weekdays, startMin, beginDepotId, endDepotId } = form.values;
  const { validFrom } = form.values;
  const firstDay = spanOfDay(nextDayOf(weekdays, validFrom !== null && validFrom > today ? validFrom : today));
  const depots = choices?.depots ?? ownDepots(plan);
  const begin = depots.find(({ id }) => id === beginDepotId)?.place ?? null;
  const end = depots.find(({ id }) => id === endDepotId)?.place ?? null;
  const schedules = useMemo(() => {
    const days = weekdays.length === 0 ? [1] : weekdays.toSorted((a, b) => a - b);
    return new Map(days.map((day) => [day, timesOn({ startMin, begin, end, driving, stops }, day)]));
  }, [weekdays, startMin, begin, end, driving, stops]);
  const [first] = schedules.values();
  const taken = useMemo(() => new Set(stops.map(({ outlet }) => outlet.id)), [stops]);

  const drawn = useMemo(
    (): DrawnRoute => ({
      colour,
      begin,
      end,
      stops: stops.flatMap(({ outlet: { place } }, index) =>
        place ? [{ place, outside: outsideDays(schedules, index).length > 0 }] : [],
      ),
    }),
    [colour, begin, end, stops, schedules],
  );
  const reportDrawn = useEffectEvent(onDraw);
  useEffect(() => reportDrawn(drawn, taken), [drawn, taken]);
  const add = useEffectEvent((outlets: readonly RouteOutlet[]) => {
    const fresh = outlets.filter(({ id }) => !taken.has(id)).slice(0, Math.max(0, MAX_STOPS - stops.length));
    if (maySave && fresh.length > 0) form.setFieldValue('stops', [...stops, ...fresh.map(newStop)]);
  });
  const reportPick = useEffectEvent(onPicking);
  useEffect(() => {
    reportPick((outlets) => add(outlets));
    return () => reportPick(null);
  }, []);

  const resourceSelect = (
    field: 'vehicleId' | 'driverId',
    rows: typeof depots | { id: number; name: string }[],
    total?: number,
  ) => (
    <Select
      {...form.getInputProps(field)}
      label={label(field)}
      searchable
      clearable
      allowDeselect={false}
      data={labelledOptions(t, rows, total)}
    />
  );
  const depot = (field: 'beginDepotId' | 'endDepotId') => (
    <Select
      {...form.getInputProps(field)}
      label={label(field)}
      searchable
      clearable
      allowDeselect={false}
      data={labelledOptions(t, depots, choices?.depotsTotal)}
    />
  );
  const remove = ({ id }: RoutePlan) =>
    record.remove({
      name: t('routes.plan'),
      consequence: t('routes.plan-delete-text'),
      remove: () => call('delete-route-plan', { id }),
      restore: () => call('restore-route-plan', { id }),
    });
  const fault = Object.entries(form.errors).find(([path]) => path.split('.')[0] === 'stops')?.[1];
  return (
    <RecordForm
      record={record}
      fieldWords={{
        label,
        value: (field, value) =>
          field === 'startMin' && typeof value === 'number'
            ? toClock(value)
            : Array.isArray(value)
              ? String(value.length)
              : undefined,
      }}
      readOnly={!maySave}
      onCancel={() => onClose()}
      onDelete={plan && mayDelete ? () => remove(plan) : undefined}
    >
      {maySave && chosenIds.length > 0 && (
        <AddChosen
          routeId={routeId}
          ids={chosenIds}
          taken={taken}
          onAdd={(outlets) => form.setFieldValue('stops', [...stops, ...outlets.map(newStop)])}
        />
      )}
      {first && <RunTotals schedule={first} />}
      <StopList
        stops={stops}
        schedules={schedules}
        readOnly={!maySave}
        canSkip={false}
        onChange={(next) => form.setFieldValue('stops', next)}
      />
      {stops.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('routes.no-stops')}
        </Text>
      )}
      {fault && <Input.Error role="alert">{fault}</Input.Error>}
      {maySave && (
        <ProposeOrder
          day={nextDayOf(weekdays, today)}
          startMin={startMin}
          begin={begin}
          end={end}
          driving={driving}
          stops={stops}
          onAccept={(next) => form.setFieldValue('stops', next)}
        />
      )}
      {maySave && (
        <>
          <AddStop
            routeId={routeId}
            stops={stops}
            hasMap
            onAdd={(outlet) => form.setFieldValue('stops', [...stops, newStop(outlet)])}
          />
          <AddCodes
            routeId={routeId}
            taken={taken}
            onAdd={(outlets) => form.setFieldValue('stops', [...stops, ...outlets.map(newStop)])}
          />
          <AddTerritory
            routeId={routeId}
            taken={taken}
            onAdd={(outlets) => form.setFieldValue('stops', [...stops, ...outlets.map(newStop)])}
          />
        </>
      )}
      <Section level={3} title={t('routes.when')}>
        <Input.Wrapper label={label('weekdays')} error={form.errors['weekdays']}>
          <Chip.Group
            multiple
            value={weekdays.map(String)}
            onChange={(chosen) => form.setFieldValue('weekdays', chosen.map(Number))}
          >
            <Group gap={4} mt={4}>
              {WEEKDAYS.map((day) => (
                <Chip key={day} value={String(day)} size="xs" disabled={!maySave}>
                  {dayName(day - 1)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </Input.Wrapper>
        <SimpleGrid cols={2} spacing="sm">
          <Input.Wrapper labelElement="div" label={label('startMin')} error={form.errors['startMin']}>
            <div>
              <TimePicker
                label={label('startMin')}
                spinners={false}
                disabled={!maySave}
                value={timeOf(startMin)}
                onChange={({ hour, minute }) => form.setFieldValue('startMin', hour * 60 + minute)}
              />
            </div>
          </Input.Wrapper>
          <NumberField
            label={label('everyWeeks')}
            value={form.values.everyWeeks}
            error={form.errors['everyWeeks']}
            onChange={(value) => form.setFieldValue('everyWeeks', value)}
          />
          <DateField {...form.getInputProps('validFrom')} value={form.values.validFrom} label={label('validFrom')} />
          <DateField
            {...form.getInputProps('validTo')}
            value={form.values.validTo}
            label={label('validTo')}
            placeholder={t('routes.open-end')}
            clearable
          />
        </SimpleGrid>
      </Section>
      <Section level={3} title={t('routes.with')}>
        <SimpleGrid cols={2} spacing="sm">
          {resourceSelect(
            'vehicleId',
            choices?.vehicles ?? (plan?.vehicle ? [plan.vehicle] : []),
            choices?.vehiclesTotal,
          )}
          {resourceSelect('driverId', choices?.drivers ?? (plan?.driver ? [plan.driver] : []), choices?.driversTotal)}
          {depot('beginDepotId')}
          {depot('endDepotId')}
          <NumberField
            label={label('shortestDwellS')}
            unit="s"
            value={form.values.shortestDwellS}
            error={form.errors['shortestDwellS']}
            onChange={(value) => form.setFieldValue('shortestDwellS', value)}
          />
        </SimpleGrid>
        <OverrideField
          vehicleId={form.values.vehicleId}
          driverId={form.values.driverId}
          from={new Date(firstDay.from).toISOString()}
          to={new Date(firstDay.to).toISOString()}
          value={form.values.overrideReason}
          error={form.errors['overrideReason']}
          former={plan?.override?.reason}
          readOnly={!maySave}
          onChange={(reason) => form.setFieldValue('overrideReason', reason)}
        />
        <Text size="sm" c="dimmed">
          {t('routes.dwell-hint')}
        </Text>
      </Section>
    </RecordForm>
  );
}
