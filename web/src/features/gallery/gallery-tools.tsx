import { Group, SegmentedControl, Select } from '@mantine/core';
import type { GalleryFilter } from '@milepost/contract/file-operations';
import { RECORD_KIND_NAMES } from '@milepost/contract/record-kinds';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateRange, type DateRangeValue } from '../../ui/date-range/date-range.tsx';
import { VehicleFilter } from '../../ui/vehicle-filter/vehicle-filter.tsx';

interface Props {
  filter: GalleryFilter;
  view: 'days' | 'map';
  /** Writes these parameters to the address; null removes one. */
  put: (changes: Readonly<Record<string, string | null>>) => void;
}

/** The filters of the gallery, and its view. */
export function GalleryTools({ filter, view, put }: Props) {
  const { t } = useTranslation();
  const { vehicleId = null, recordKind = null, firstDay = null, lastDay = null } = filter;
  // The first day alone is not a range; it stays in the field until the last one is chosen.
  const [begun, setBegun] = useState<string | null>(null);
  function onDays([from, to]: DateRangeValue) {
    setBegun(to === null ? from : null);
    if ((from === null) === (to === null)) put({ from, to });
  }
  return (
    <Group gap="xs">
      <VehicleFilter value={vehicleId} onChange={(id) => put({ vehicle: id === null ? null : String(id) })} />
      <Select
        aria-label={t('files.record')}
        placeholder={t('files.all-records')}
        clearable
        w={{ base: 140, sm: 160 }}
        data={RECORD_KIND_NAMES.map((kind) => ({ value: kind, label: t(`record-kind.${kind}`) }))}
        value={recordKind}
        onChange={(kind) => put({ kind })}
      />
      <DateRange
        label={t('table.days')}
        labelHidden
        w={236}
        clearable
        placeholder={t('gallery.all-days')}
        value={begun === null ? [firstDay, lastDay] : [begun, null]}
        onChange={onDays}
      />
      <SegmentedControl
        aria-label={t('gallery.view')}
        value={view}
        onChange={(next) => put({ view: next === 'map' ? 'map' : null })}
        data={[
          { value: 'days', label: t('gallery.by-day') },
          { value: 'map', label: t('gallery.on-map') },
        ]}
      />
    </Group>
  );
}
