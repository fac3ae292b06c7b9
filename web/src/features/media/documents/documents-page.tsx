import { Button, Select } from '@mantine/core';
import { IconFileCertificate, IconMovie, IconPlus } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { DOCUMENT_HOLDERS, DOCUMENT_KIND_NAMES, DOCUMENT_STATES } from '@milepost/contract/document-kinds';
import type { FleetDocument } from '@milepost/contract/document-operations';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { wholeOf } from '../../../text/money.ts';
import type { CsvColumn } from '../../../ui/data-table/csv.ts';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { DOCUMENT_DEFAULTS, documentColumns } from '../../../ui/documents/document-columns.tsx';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { ImportButton } from '../../../ui/import/import-button.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { ChosenBar } from '../../../ui/list-page/chosen-bar.tsx';
import { ListPage } from '../../../ui/list-page/list-page.tsx';
import { useChosenRows } from '../../../ui/list-page/use-chosen-rows.ts';
import { withChoosing } from '../../../ui/list-page/with-choosing.tsx';
import { readFilter } from './document-filter.ts';
import { WhenUsed } from '../../../ui/when-used.tsx';

const DocumentDrawer = lazyPart(async () => ({ default: (await import('./document-drawer.tsx')).DocumentDrawer }));
const DocumentBulk = lazyPart(() => import('./document-bulk.tsx'));

/** All documents of vehicles, drivers and the organisation: list, search, and the form beside it. */
export default function DocumentsPage() {
  const { t } = useTranslation();
  const list = useTableState(DOCUMENT_DEFAULTS);
  const [params] = useSearchParams();
  const { open } = useOpenRecord();
  const mayCreate = useMay('media', 'create');
  const mayChange = useMay('media', 'edit');
  const picks = useChosenRows(
    ({ kind, holderName }: FleetDocument) => `${t(`documents.kind.${kind}`)} · ${holderName}`,
  );
  const filter = readFilter(params);
  const input = { ...list.state, ...filter };
  const query = useCall('get-document-list', input, { placeholderData: keepPreviousData });
  const addButton = mayCreate && (
    <>
      <ImportButton kind="document" />
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('new')}>
        {t('documents.add')}
      </Button>
    </>
  );
  return (
    <>
      <ListPage
        title={t('documents.title')}
        searchLabel={t('documents.search')}
        list={list}
        columns={mayChange ? withChoosing(t, documentColumns(t), picks, query.data?.rows) : documentColumns(t)}
        query={query}
        onOpen={({ id }) => open(id)}
        file={{
          name: 'documents',
          columns: documentCells(t),
          fetchPage: (page, pageSize) => call('get-document-list', { ...input, page, pageSize }),
        }}
        filters={
          <>
            <Select
              aria-label={t('documents.kind-label')}
              placeholder={t('documents.all-kinds')}
              clearable
              w={{ base: 'calc(50% - 4px)', sm: 200 }}
              data={DOCUMENT_KIND_NAMES.map((kind) => ({ value: kind, label: t(`documents.kind.${kind}`) }))}
              value={filter.kind ?? null}
              onChange={(kind) => list.filter({ kind })}
            />
            <Select
              aria-label={t('documents.state-label')}
              placeholder={t('documents.current')}
              clearable
              w={{ base: 'calc(50% - 4px)', sm: 170 }}
              data={DOCUMENT_STATES.map((state) => ({ value: state, label: t(`documents.state.${state}`) }))}
              value={filter.state ?? null}
              onChange={(state) => list.filter({ state })}
            />
          </>
        }
        filtered={Object.values(filter).some((value) => value !== undefined)}
        lead={
          <Button
            component={Link}
            to="/media/files"
            variant="default"
            leftSection={<IconMovie size={16} aria-hidden />}
          >
            {t('media.title')}
          </Button>
        }
        actions={addButton}
        empty={{
          Icon: IconFileCertificate,
          title: t('documents.empty'),
          text: t('documents.empty-text'),
          action: addButton,
        }}
      />
      <ChosenBar
        picks={picks}
        rows={query.data?.rows}
        total={query.data?.total ?? 0}
        filter={{ search: list.state.search, ...filter }}
        Dialog={mayChange ? DocumentBulk : undefined}
      />
      <WhenUsed>
        <DocumentDrawer />
      </WhenUsed>
    </>
  );
}

/** Days as ISO 8601 and amounts as numbers, so that a program can read them. */
const documentCells = (t: TFunction): CsvColumn<FleetDocument>[] => [
  { label: t('documents.kind-label'), value: ({ kind }) => t(`documents.kind.${kind}`) },
  ...DOCUMENT_HOLDERS.map((holder) => ({
    label: t(`documents.holder.${holder}`),
    value: (document: FleetDocument) => (document.holder === holder ? document.holderName : null),
  })),
  { label: t('documents.state-label'), value: ({ state }) => t(`documents.state.${state}`) },
  { label: t('documents.number'), value: ({ number }) => number },
  { label: t('documents.issuer'), value: ({ issuer }) => issuer },
  { label: t('documents.issued-on'), value: ({ issuedOn }) => issuedOn },
  { label: t('documents.valid-from'), value: ({ validFrom }) => validFrom },
  { label: t('documents.valid-until'), value: ({ validUntil }) => validUntil },
  {
    label: t('documents.cost'),
    value: ({ cost, currency }) => (cost === null || currency === null ? null : wholeOf(cost, currency)),
  },
  { label: t('documents.currency'), value: ({ currency }) => currency },
  { label: t('documents.note'), value: ({ note }) => note },
];
