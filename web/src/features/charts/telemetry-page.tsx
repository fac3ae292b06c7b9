import { Button, Group, Loader, Paper, Skeleton, Title } from '@mantine/core';
import { MAX_BAND_DAYS, MAX_BAND_VEHICLES } from '@milepost/contract/telemetry-operations';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMay } from '../../api/setup.ts';
import { formatSettings } from '../../text/format-settings.ts';
import { formatDuration } from '../../text/format.ts';
import { nameAmongOthers } from '../../ui/move/moved-text.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ExportMenu } from '../../ui/data-table/export-menu.tsx';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import { ViewsButton } from '../../ui/list-page/views-button.tsx';
import { Bands } from './bands.tsx';
import { exportColumns, exportLine, exportRows } from './export-lines.ts';
import { colorOf as colorOfLine } from './line-color.ts';
import { momentPath } from './moment-path.ts';
import { RangeChoice } from './range-choice.tsx';
import { Readout } from './readout.tsx';
import { dayShifter } from './shift-days.ts';
import { TelemetryChart } from './telemetry-chart.tsx';
import classes from './telemetry.module.css';
import { useTelemetry } from './use-telemetry.ts';
import { ValueChoice } from './value-choice.tsx';
import { VehicleChoice } from './vehicle-choice.tsx';

/** The columns of this chart are its lines, and the address contains those that are shown. */
const NO_COLUMNS: [] = [];
const NO_GAPS: [number, number][] = [];

/** Any value of any vehicles over any range, on one time axis. */
export default function TelemetryPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayHistory = useMay('history', 'view');
  const telemetry = useTelemetry();
  const { state, change, from, to, vehicles, keys, wanted, series, strips, bands, compared, error } = telemetry;
  const [pointed, setAt] = useState<number | null>(null);
  /** The pinned moment stays when the pointer leaves the chart. */
  const [pinned, setPinned] = useState<number | null>(null);
  const at = pointed ?? pinned;
  const ids = vehicles.map(({ id }) => id).join();
  const names = wanted.join('\n');
  const colorOf = useCallback(
    (line: { vehicleId: number; key: string }) => colorOfLine(line, ids.split(',').map(Number), names.split('\n')),
    [ids, names],
  );
  const nameOf = (vehicleId: number) => {
    const vehicle = vehicles.find(({ id }) => id === vehicleId);
    return vehicle ? nameAmongOthers(t, vehicle) : '';
  };
  const keyOf = (key: string) => keys?.find((each) => each.key === key) ?? { key, kind: 'number' as const };
  const there = useMemo(() => dayShifter(telemetry.days, formatSettings().dayZone), [telemetry.days]);
  const title = t('telemetry-page.title');
  const every = series?.stepS === null;
  const exported = (series?.lines ?? []).map((line) => exportLine(line, keyOf(line.key), nameOf(line.vehicleId), t));
  const rows = () => exportRows(exported);
  const gaps = series?.vehicles.length === 1 ? (series.vehicles[0]?.holes ?? NO_GAPS) : NO_GAPS;
  const open = (ms: number) => {
    const [only] = vehicles;
    if (mayHistory && vehicles.length === 1 && only) void navigate(momentPath(only.id, ms));
    // With several vehicles, the person chooses one of them below the chart.
    else setPinned(ms);
  };
  return (
    <div className={classes['page']}>
      <title>{`${title} · ${t('app.name')}`}</title>
      <header className={classes['head']}>
        <Title order={1} size={20}>
          {title}
        </Title>
        {telemetry.isFetching && <Loader size="xs" aria-label={t('telemetry-page.loading')} />}
        <Group gap={8} className={classes['actions'] ?? ''}>
          <CopyButton value={window.location.href} label={t('telemetry-page.copy')} />
          <ViewsButton columns={NO_COLUMNS} />
          <ExportMenu
            name="telemetry"
            title={title}
            columns={exportColumns(exported, {
              time: t('telemetry-page.time'),
              least: (label) => t('telemetry-page.least', { label }),
              greatest: (label) => t('telemetry-page.greatest', { label }),
            })}
            fetchPage={() => Promise.resolve({ rows: rows(), total: rows().length })}
          />
        </Group>
      </header>
      <div className={classes['filters']}>
        <VehicleChoice chosen={vehicles} onChange={(vehicleIds) => change({ vehicleIds })} />
        <ValueChoice keys={keys} chosen={wanted} onChange={(chosen) => change({ keys: chosen })} />
      </div>
      <RangeChoice telemetry={telemetry} />
      <Paper withBorder radius="lg" className={classes['paper'] ?? ''}>
        {error && <ErrorNote error={error} onRetry={telemetry.retry} radius={0} />}
        {!telemetry.hasVehicles && (
          <div className={classes['empty']}>
            {state.vehicleIds.length > 0 ? (
              <EmptyNote title={t('telemetry-page.none')} text={t('telemetry-page.none-text')}>
                <Button variant="default" onClick={() => change({ vehicleIds: [] })}>
                  {t('telemetry-page.another')}
                </Button>
              </EmptyNote>
            ) : (
              <EmptyNote title={t('timeline.no-vehicles')} text={t('timeline.no-vehicles-text')} />
            )}
          </div>
        )}
        {telemetry.hasVehicles && !strips && !error && !telemetry.tooLong && <Skeleton height={220} m={16} />}
        {strips && series && series.lines.length === 0 && (
          <div className={classes['empty']}>
            <EmptyNote title={t('telemetry-page.nothing')} text={t('telemetry-page.nothing-text')}>
              {state.range !== null && (
                <Button variant="default" onClick={() => change({ range: null })}>
                  {t('timeline.today')}
                </Button>
              )}
            </EmptyNote>
          </div>
        )}
        {strips && series && series.lines.length > 0 && (
          <>
            <p className={classes['note']} role="status">
              {series.stepS === null
                ? t('telemetry-page.every')
                : t('telemetry-page.thinned', { step: formatDuration(series.stepS) })}{' '}
              {!telemetry.hasBands && t('telemetry-page.no-bands', { days: MAX_BAND_DAYS })}
              {telemetry.hasBands &&
                vehicles.length > MAX_BAND_VEHICLES &&
                t('telemetry-page.first-bands', { most: MAX_BAND_VEHICLES })}
            </p>
            <TelemetryChart
              strips={strips}
              every={every}
              from={from}
              to={to}
              at={at}
              gaps={gaps}
              colorOf={colorOf}
              onAt={setAt}
              onZoom={(start, end) => change({ range: [Math.round(start), Math.round(end)] })}
              onOpen={open}
            />
            {bands && <Bands rows={bands} from={from} to={to} nameOf={nameOf} />}
            <Readout
              series={series}
              compared={compared && { series: compared, there }}
              keyOf={keyOf}
              nameOf={nameOf}
              colorOf={colorOf}
              at={at}
            />
          </>
        )}
      </Paper>
    </div>
  );
}
