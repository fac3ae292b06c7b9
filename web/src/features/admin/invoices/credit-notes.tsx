import type { CreditNote } from '@milepost/contract/invoice-operations';
import { ActionIcon, Stack, Table, Title } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../text/format.ts';
import { formatMoney } from '../../../text/money.ts';
import { saveBlob } from '../../../ui/export/save-blob.ts';
import { notifyError } from '../../../ui/toast/notify.ts';
import type { WholeInvoice } from './invoice-view.tsx';

/** The credit notes of an invoice, each a separate document. */
export function CreditNotes({ whole }: { whole: WholeInvoice }) {
  const { t } = useTranslation();
  const [making, setMaking] = useState<number | null>(null);
  const label = (key: string) => t(`subscriptions.credit-notes.${key}`);
  if (whole.creditNotes.length === 0) return null;

  async function makePdf(note: CreditNote) {
    setMaking(note.id);
    try {
      const { invoicePdf } = await import('./invoice-pdf.ts');
      saveBlob(`${label('file')}-${note.number}.pdf`, await invoicePdf(t, whole, note));
    } catch (error) {
      notifyError(t, error);
    } finally {
      setMaking(null);
    }
  }
  return (
    <Stack gap="sm" component="section" aria-label={label('title')}>
      <Title order={2} size={16}>
        {label('title')}
      </Title>
      <Table aria-label={label('title')}>
        <Table.Tbody>
          {whole.creditNotes.map((note) => (
            <Table.Tr key={note.id}>
              <Table.Td>{t('subscriptions.credit-notes.name', { number: note.number })}</Table.Td>
              <Table.Td>{formatDate(note.day)}</Table.Td>
              <Table.Td>{note.reason}</Table.Td>
              <Table.Td ta="end">{formatMoney(note.total, whole.invoice.currency)}</Table.Td>
              <Table.Td w={40}>
                <ActionIcon
                  variant="subtle"
                  loading={making === note.id}
                  aria-label={t('subscriptions.credit-notes.pdf', { number: note.number })}
                  onClick={() => void makePdf(note)}
                >
                  <IconFileTypePdf size={16} aria-hidden />
                </ActionIcon>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
