import { isoWeekday } from '@milepost/contract/route-days';
import { RUN_STATES, type RunState } from '@milepost/contract/route-kinds';
import type { RunLoad } from '@milepost/contract/run-load';
import { routeRunOperations, type WholeRun } from '@milepost/contract/route-run-operations';
import { Group, Input, Select, SimpleGrid, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../../../api/call.ts';
import { useMay } from '../../../../api/setup.ts';
import { useCall } from '../../../../api/use-call.ts';
import { useServerNow } from '../../../../live/use-live.ts';
import { formatDate } from '../../../../text/format.ts';
import { OverrideField } from '../../../../ui/availability/override-field.tsx';
import { RecordForm } from '../../../../ui/form/record-form.tsx';
import { useClosingForm } from '../../../../ui/form/use-closing-form.ts';
import { useVersion } from '../../../../ui/form/use-version.ts';
import { validateBy } from '../../../../ui/form/validate-by.ts';
import { labelledOptions } from '../../../../ui/rest-option.ts';
import { RunLinks } from '../../../../ui/run-links/run-links.tsx';
import { RunEntries } from '../../../../ui/run-links/run-entries.tsx';
import { Section } from '../../../../ui/section/section.tsx';
import { TimePicker } from '../../../../ui/time-picker/time-picker.tsx';
import { timeOf, toClock } from '../../../../ui/weekly-hours/hours.ts';
import { AddStop } from '../add-stop.tsx';
import { type EditStop, newStop, stopInput, timesOn } from '../edit-stops.ts';
import { ProposeOrder } from '../propose-order.tsx';
import { refreshRoutes } from '../../../../api/refresh-records.ts';
import { RunTotals } from '../run-totals.tsx';
import { StopList } from '../stop-list.tsx';
import classes from '../routes.module.css';
import { LoadFields } from './load-fields.tsx';
import { loadInput, loadValues } from './load-values.ts';
import { RunHistory } from './run-history.tsx';
import { VehicleFrom } from './vehicle-from.tsx';

interface Values extends Record<string, unknown> {
  state: RunState;
  vehicleId: number | null;
  vehicleFrom: string;
  driverId: number | null;
  startMin: number;
  load: RunLoad;
  stops: EditStop[];
  why: string;
  overrideReason: string;
}

const valuesOf = (run: WholeRun): Values => ({
  state: run.state,
  vehicleId: run.vehicle?.id ?? null,
  vehicleFrom: 'now',
  driverId: run.driver?.id ?? null,
  startMin: run.startMin,
  load: loadValues(run.load),
  stops: run.stops.map(({ outlet, serviceS, window, skipReason }) => ({ outlet, serviceS, window, skipReason })),
  why: '',
  overrideReason: '',
});

interface Option {
  id: number;
  name: string;
}

/** The options, including a chosen one that is no longer among them. */
const known = (list: readonly Option[] | undefined, own: Option | null) =>
  own && !list?.some(({ id }) => id === own.id) ? [...(list ?? []), own] : list;

const MINUTE_MS = 60_000;
const validate = validateBy(routeRunOperations['change-run'].input);

/** A run of one day: another vehicle or driver, other stops or another order, skipped or cancelled, and its history. */
export function RunForm({ run, onClose }: { run: WholeRun; onClose: () => void }) {
  const { t } = useTranslation();
  const label = (field: string) => t(`routes.field.${field}`);
  const maySave = useMay('routes', 'edit');
  const { data: choices } = useCall('get-route-choices', { id: run.route.id }, { enabled: maySave });
  const now = useServerNow(MINUTE_MS);
  const version = useVersion(run, async (id) => (await call('get-run-by-id', { id })).run, valuesOf);
  const inputOf = ({ stops, load, ...values }: Values) => ({
    ...values,
    load: loadInput(load),
    id: run.id,
    version: version.sent()?.version ?? run.version,
    stops: stops.map((stop) => ({ ...stopInput(stop), skipReason: stop.skipReason })),
  });
  const record = useClosingForm({
    initialValues: valuesOf(run),
    validate: (values) => ({
      ...validate(inputOf(values)),
      ...(values.stops.some(({ skipReason }) => skipReason?.trim() === '') && {
        stops: t('routes.skip-reason-needed'),
      }),
    }),
    save: (values) => call('change-run', inputOf(values)),
    readAgain: version.readAgain,
    savedText: () => t('routes.run-saved'),
    onChanged: refreshRoutes,
    onClose: () => onClose(),
  });
  const { form } = record;
  const { stops, startMin } = form.values;
  const { driving, beginDepot, endDepot, day } = run;
  const schedule = useMemo(
    () =>
      timesOn(
        { startMin, begin: beginDepot?.place ?? null, end: endDepot?.place ?? null, driving, stops },
        isoWeekday(day),
      ),
    [startMin, beginDepot, endDepot, driving, stops, day],
  );
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
      onCancel={onClose}
      aside={
        <>
          <Section level={3} title={t('run-links.title')}>
            <RunLinks
              runId={run.id}
              title={t('routes.run-title', { name: run.route.name, day: formatDate(run.day) })}
              stops={run.stops.flatMap(({ outlet, skipReason }) => (skipReason === null ? [outlet] : []))}
            />
          </Section>
          <Section level={3} title={t('run-links.words-title')}>
            <RunEntries runId={run.id} />
          </Section>
          <Section level={3} title={t('routes.history')}>
            <RunHistory history={run.history} />
          </Section>
        </>
      }
    >
      <Group gap="md">
        <Link className={classes['way']} to={`/settings/runs/${run.id}`}>
          {t('routes.open-run')}
        </Link>
        <Link className={classes['way']} to={`/settings/routes/${run.route.id}`}>
          {t('routes.open-route')}
        </Link>
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          {...form.getInputProps('vehicleId')}
          label={label('vehicleId')}
          searchable
          clearable
          allowDeselect={false}
          data={labelledOptions(t, known(choices?.vehicles, run.vehicle), choices?.vehiclesTotal)}
        />
        <Select
          {...form.getInputProps('driverId')}
          label={label('driverId')}
          searchable
          clearable
          allowDeselect={false}
          data={labelledOptions(t, known(choices?.drivers, run.driver), choices?.driversTotal)}
        />
        <Select
          {...form.getInputProps('state')}
          label={label('state')}
          allowDeselect={false}
          data={RUN_STATES.map((value) => ({ value, label: t(`routes.state.${value}`) }))}
        />
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
      </SimpleGrid>
      {form.values.state === 'planned' && (
        <OverrideField
          vehicleId={form.values.vehicleId}
          driverId={form.values.driverId}
          from={run.startsAt}
          to={run.endsAt}
          value={form.values.overrideReason}
          error={form.errors['overrideReason']}
          former={run.override?.reason}
          readOnly={!maySave}
          onChange={(reason) => form.setFieldValue('overrideReason', reason)}
        />
      )}
      {form.values.vehicleId !== (run.vehicle?.id ?? null) && run.vehicles.length > 0 && (
        <VehicleFrom
          value={form.values.vehicleFrom}
          now={now}
          error={form.errors['vehicleFrom']}
          onChange={(value) => form.setFieldValue('vehicleFrom', value)}
        />
      )}
      <RunTotals schedule={schedule} />
      <StopList
        stops={stops}
        schedules={new Map([[isoWeekday(day), schedule]])}
        readOnly={!maySave}
        canSkip
        onChange={(next) => form.setFieldValue('stops', next)}
      />
      {fault && <Input.Error role="alert">{fault}</Input.Error>}
      {maySave && (
        <>
          <ProposeOrder
            day={day}
            startMin={startMin}
            begin={beginDepot?.place ?? null}
            end={endDepot?.place ?? null}
            driving={driving}
            stops={stops}
            onAccept={(next) => form.setFieldValue('stops', next)}
          />
          <AddStop
            routeId={run.route.id}
            stops={stops}
            onAdd={(outlet) => form.setFieldValue('stops', [...stops, newStop(outlet)])}
          />
        </>
      )}
      <LoadFields
        load={form.values.load}
        errors={form.errors}
        readOnly={!maySave}
        onChange={(load) => form.setFieldValue('load', load)}
      />
      {maySave && (
        <TextInput
          {...form.getInputProps('why')}
          label={label('why')}
          description={t('routes.why-hint')}
          maxLength={300}
        />
      )}
    </RecordForm>
  );
}
