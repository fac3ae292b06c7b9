import type { Contact } from '@milepost/contract/contact-routes';
import { Anchor } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { Column } from '../../../ui/data-table/column.ts';
import type { CsvColumn } from '../../../ui/data-table/csv.ts';
import type { TableDefaults } from '../../../ui/data-table/table-state.ts';
import { CELL_COMMA } from '@milepost/contract/list-text';

const SORTS = ['name', 'kind', 'address'] as const;
type Sort = (typeof SORTS)[number];
export const CONTACT_DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'name', direction: 'asc' };

function Way({ to, text }: { to: 'tel' | 'mailto'; text: string | undefined }) {
  if (text === undefined) return '–';
  // A long address wraps before its @ rather than within a word.
  const [name, host] = text.split('@');
  return (
    <Anchor href={`${to}:${text}`} onClick={(event) => event.stopPropagation()}>
      <bdi dir="ltr">
        {name}
        {host !== undefined && (
          <>
            <wbr />@{host}
          </>
        )}
      </bdi>
    </Anchor>
  );
}

export const contactColumns = (t: TFunction): Column<Contact, Sort>[] => [
  { key: 'name', label: t('contacts.name'), sort: 'name', render: ({ name }) => <b>{name}</b> },
  { key: 'kind', label: t('contacts.kind-label'), sort: 'kind', render: ({ kind }) => t(`contacts.kind.${kind}`) },
  { key: 'phones', label: t('contacts.phones'), render: ({ phones }) => <Way to="tel" text={phones[0]} /> },
  {
    key: 'emails',
    from: 820,
    label: t('contacts.emails'),
    text: true,
    render: ({ emails }) => <Way to="mailto" text={emails[0]} />,
  },
  {
    key: 'address',
    from: 980,
    label: t('contacts.address'),
    sort: 'address',
    text: true,
    render: ({ address }) => address ?? '–',
  },
];

export const contactCells = (t: TFunction): CsvColumn<Contact>[] => [
  { label: t('contacts.name'), value: ({ name }) => name },
  { label: t('contacts.kind-label'), value: ({ kind }) => t(`contacts.kind.${kind}`) },
  { label: t('contacts.phones'), value: ({ phones }) => phones.join(CELL_COMMA) },
  { label: t('contacts.emails'), value: ({ emails }) => emails.join(CELL_COMMA) },
  { label: t('contacts.address'), value: ({ address }) => address },
  { label: t('contacts.place'), value: ({ place }) => place && `${place.lat}, ${place.lon}` },
  { label: t('contacts.note'), value: ({ note }) => note },
];
