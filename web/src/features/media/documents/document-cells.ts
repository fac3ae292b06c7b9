import { DOCUMENT_HOLDERS } from '@milepost/contract/document-kinds';
import type { FleetDocument } from '@milepost/contract/document-routes';
import type { TFunction } from 'i18next';
import { wholeOf } from '../../../text/money.ts';
import type { CsvColumn } from '../../../ui/data-table/csv.ts';

/** Days as ISO 8601 and amounts as numbers, so that a program can read them. */
export const documentCells = (t: TFunction): CsvColumn<FleetDocument>[] => [
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
