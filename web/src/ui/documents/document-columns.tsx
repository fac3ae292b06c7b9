import type { FleetDocument } from '@milepost/contract/document-operations';
import { Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { daysText } from '../../text/days-text.ts';
import { formatDate } from '../../text/format.ts';
import { formatMoney } from '../../text/money.ts';
import type { Column } from '../data-table/column.ts';
import type { TableDefaults } from '../data-table/table-state.ts';
import { DocumentStateChip } from './document-state.tsx';

const SORTS = ['validUntil', 'kind', 'holder', 'number', 'issuer', 'cost'] as const;
export type DocumentSort = (typeof SORTS)[number];
export const DOCUMENT_DEFAULTS: TableDefaults<DocumentSort> = { sorts: SORTS, sort: 'validUntil', direction: 'asc' };

/** The last day of a document, and the time until then. */
export function Until({ document }: { document: Pick<FleetDocument, 'validUntil' | 'daysLeft' | 'state'> }) {
  const { validUntil, daysLeft, state } = document;
  if (validUntil === null) return '–';
  return (
    <>
      {formatDate(validUntil)}{' '}
      {daysLeft !== null && state !== 'renewed' && (
        <Text span size="sm" c="dimmed">
          {daysText(daysLeft)}
        </Text>
      )}
    </>
  );
}

export function documentColumns(t: TFunction): Column<FleetDocument, DocumentSort>[] {
  const label = (key: string) => t(`documents.${key}`);
  return [
    {
      key: 'kind',
      label: label('kind-label'),
      sort: 'kind',
      render: ({ kind }) => <b>{t(`documents.kind.${kind}`)}</b>,
    },
    { key: 'holder', label: label('holder-label'), sort: 'holder', render: ({ holderName }) => holderName },
    { key: 'state', label: label('state-label'), render: ({ state }) => <DocumentStateChip state={state} /> },
    {
      key: 'validUntil',
      label: label('valid-until'),
      sort: 'validUntil',
      render: (document) => <Until document={document} />,
    },
    { key: 'number', from: 900, label: label('number'), sort: 'number', render: ({ number }) => number ?? '–' },
    { key: 'issuer', from: 1040, label: label('issuer'), sort: 'issuer', render: ({ issuer }) => issuer ?? '–' },
    {
      key: 'cost',
      from: 1160,
      label: label('cost'),
      sort: 'cost',
      align: 'right',
      render: ({ cost, currency }) => (cost === null || currency === null ? '–' : formatMoney(cost, currency)),
    },
  ];
}
