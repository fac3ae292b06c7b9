import { Button, Select } from '@mantine/core';
import { FILE_KINDS } from '@milepost/contract/file-kinds';
import { IconFileCertificate, IconMovie } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { call } from '../../../api/call.ts';
import { useCall } from '../../../api/use-call.ts';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { ListPage } from '../../../ui/list-page/list-page.tsx';
import { VehicleFilter } from '../../../ui/vehicle-filter/vehicle-filter.tsx';
import { DEFAULTS, mediaCells, mediaColumns } from './media-columns.tsx';
import { MediaDrawer } from './media-drawer.tsx';

const KINDS = FILE_KINDS.filter((kind) => kind !== 'picture');

/** The documents and clips of all records; one opens beside the list, a clip with a player. */
export default function MediaPage() {
  const { t } = useTranslation();
  const list = useTableState(DEFAULTS);
  const { opened, open, close } = useOpenRecord();
  const [params] = useSearchParams();
  const kind = KINDS.find((each) => each === params.get('kind'));
  const vehicleId = Number(params.get('vehicle')) || undefined;
  const input = { ...list.state, kind, vehicleId };
  const query = useCall('get-media-list', input, { placeholderData: keepPreviousData });
  return (
    <>
      <ListPage
        title={t('media.title')}
        searchLabel={t('media.search')}
        list={list}
        columns={mediaColumns(t)}
        query={query}
        onOpen={({ id }) => open(id)}
        file={{
          name: 'media',
          columns: mediaCells(t),
          fetchPage: (page, pageSize) => call('get-media-list', { ...input, page, pageSize }),
        }}
        filters={
          <>
            <VehicleFilter
              value={vehicleId ?? null}
              onChange={(id) => list.filter({ vehicle: id === null ? null : String(id) })}
            />
            <Select
              aria-label={t('media.kind')}
              placeholder={t('media.all-kinds')}
              clearable
              w={{ base: 130, sm: 150 }}
              data={KINDS.map((each) => ({ value: each, label: t(`files.kinds.${each}`) }))}
              value={kind ?? null}
              onChange={(chosen) => list.filter({ kind: chosen })}
            />
          </>
        }
        lead={
          <Button
            component={Link}
            to="/media/documents"
            variant="default"
            leftSection={<IconFileCertificate size={16} aria-hidden />}
          >
            {t('documents.title')}
          </Button>
        }
        filtered={kind !== undefined || vehicleId !== undefined}
        empty={{ Icon: IconMovie, title: t('media.empty'), text: t('media.empty-text') }}
      />
      <MediaDrawer row={query.data?.rows.find(({ id }) => id === opened) ?? null} onClose={close} />
    </>
  );
}
