import type { OperationOutput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { Button, Divider, Group, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { IconFileTypePdf, IconReceiptRefund } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/setup.ts';
import { formatDate, formatNumber } from '../../../text/format.ts';
import { formatMoney } from '../../../text/money.ts';
import { saveBlob } from '../../../ui/export/save-blob.ts';
import { RecordFiles } from '../../../ui/files/record-files.tsx';
import { notifyError } from '../../../ui/toast/notify.ts';
import { StateChip } from '../subscriptions/state-chip.tsx';
import { CreditDialog } from './credit-dialog.tsx';
import { CreditNotes } from './credit-notes.tsx';
import { InvoicePayments } from './invoice-payments.tsx';

export type WholeInvoice = OperationOutput<Operations['get-invoice-by-id']>;

/** An invoice as it was issued, with its payments; the issuer records payments and credits it. */
export function InvoiceView({ whole }: { whole: WholeInvoice }) {
  const { t } = useTranslation();
  const { invoice, lines } = whole;
  const { currency, number } = invoice;
  const mayCredit = useMay('subscriptions', 'create') && invoice.mayChange;
  const [crediting, setCrediting] = useState(false);
  const [making, setMaking] = useState(false);
  const label = (key: string) => t(`subscriptions.invoices.${key}`);
  const money = (amount: number) => formatMoney(amount, currency);

  async function makePdf() {
    setMaking(true);
    try {
      const { invoicePdf } = await import('./invoice-pdf.ts');
      saveBlob(`${label('file')}-${number}.pdf`, await invoicePdf(t, whole));
    } catch (error) {
      notifyError(t, error);
    } finally {
      setMaking(false);
    }
  }
  const sums = [
    ['net', invoice.net],
    ['tax', invoice.tax],
    ['total', invoice.total],
    ...(invoice.credited > 0 ? [['credited', invoice.credited] as const] : []),
    ['paid', invoice.paid],
    ...(invoice.credited > 0 ? [openOf(invoice)] : []),
  ] as const;
  return (
    <Stack gap="md" pb="md">
      <Group justify="space-between">
        <StateChip state={invoice.state} />
        <Group gap="xs">
          {mayCredit && invoice.state !== 'cancelled' && invoice.state !== 'credited' && (
            <Button
              variant="subtle"
              size="xs"
              leftSection={<IconReceiptRefund size={16} aria-hidden />}
              onClick={() => setCrediting(true)}
            >
              {t('subscriptions.credit-notes.add')}
            </Button>
          )}
          <Button
            variant="light"
            size="xs"
            loading={making}
            leftSection={<IconFileTypePdf size={16} aria-hidden />}
            onClick={() => void makePdf()}
          >
            {label('pdf')}
          </Button>
        </Group>
      </Group>
      {invoice.cancelReason !== null && (
        <Text size="sm">{t('subscriptions.invoices.cancelled', { reason: invoice.cancelReason })}</Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Party title={label('from')} name={invoice.issuerName} details={whole.issuerDetails} />
        <Party title={label('to')} name={invoice.organisationName} details={whole.organisationDetails} />
        <Fact label={label('day')} value={formatDate(invoice.day)} />
        <Fact label={label('due-day')} value={formatDate(invoice.dueDay)} />
        <Fact label={label('period')} value={`${formatDate(invoice.fromDay)} – ${formatDate(invoice.untilDay)}`} />
      </SimpleGrid>
      <Table.ScrollContainer minWidth={420}>
        <Table aria-label={label('lines')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{label('line')}</Table.Th>
              {['quantity', 'unit-price', 'tax-rate', 'net'].map((key) => (
                <Table.Th key={key} ta="end">
                  {label(key)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map((line, index) => (
              <Table.Tr key={index}>
                <Table.Td>{line.text}</Table.Td>
                <Table.Td ta="end">{formatNumber(line.quantity)}</Table.Td>
                <Table.Td ta="end">{money(line.unitPrice)}</Table.Td>
                <Table.Td ta="end">{formatNumber(line.taxRate / 100)} %</Table.Td>
                <Table.Td ta="end">{money(line.net)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Stack gap={2} align="end">
        {sums.map(([key, amount]) => (
          <Text key={key} size="sm" fw={key === 'total' ? 650 : 400}>
            {label(key)}: {money(amount)}
          </Text>
        ))}
      </Stack>
      {invoice.note !== null && (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
          {invoice.note}
        </Text>
      )}
      <RecordFiles kind="invoice" id={invoice.id} mayEdit={false} label={label('files')} addLabel="" />
      <Divider />
      <CreditNotes whole={whole} />
      <InvoicePayments whole={whole} />
      {crediting && <CreditDialog whole={whole} onClose={() => setCrediting(false)} />}
    </Stack>
  );
}

/** The amount still to be paid, or to be refunded. */
function openOf({ total, credited, paid }: WholeInvoice['invoice']): readonly [key: string, amount: number] {
  const open = total - credited - paid;
  return open < 0 ? ['to-pay-back', -open] : ['open', open];
}

function Party({ title, name, details }: { title: string; name: string; details: string | null }) {
  return (
    <Stack gap={0}>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <Text fw={600}>{name}</Text>
      {details !== null && (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
          {details}
        </Text>
      )}
    </Stack>
  );
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <Stack gap={0}>
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    <Text size="sm">{value}</Text>
  </Stack>
);
