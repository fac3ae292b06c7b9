import type { CreditNote } from '@milepost/contract/invoice-operations';
import { moneyFormat } from '@milepost/contract/money';
import type { TFunction } from 'i18next';
import { jsPDF } from 'jspdf';
import { formatDate, formatNumber } from '../../../text/format.ts';
import { formatSettings, localeOf } from '../../../text/format-settings.ts';
import { wholeOf } from '../../../text/money.ts';
import { wrapText } from '../../../ui/export/pdf-layout.ts';
import { createPdfPen, loadFonts, type PdfPen } from '../../../ui/export/pdf-text.ts';
import type { WholeInvoice } from './invoice-view.tsx';

const EDGE = 44;
const SIZE = 10;
const LINE = 14;
const MAX_TEXT_LINES = 60;
/** The beginnings of the table's columns as shares of the width, and the end of the last one. */
const COLUMNS = [0, 0.46, 0.57, 0.73, 0.83, 1] as const;

/** Removes direction marks, which have no effect on paper. */
const plain = (text: string) => text.replaceAll(/[\u200e\u200f\u2066-\u2069]/g, '');

/** An amount with its currency code: some currency symbols are missing in the built-in fonts of PDF. */
const moneyIn = (currency: string) => (amount: number) =>
  plain(
    new Intl.NumberFormat(localeOf(formatSettings().language), {
      ...moneyFormat(currency),
      currencyDisplay: 'code',
    }).format(wholeOf(amount, currency)),
  );

/** An A4 page that is written from top to bottom, right to left if the language is. */
class Sheet {
  readonly pdf = new jsPDF({ unit: 'pt', format: 'a4', compress: true });
  readonly width = this.pdf.internal.pageSize.getWidth() - 2 * EDGE;
  private readonly bottom = this.pdf.internal.pageSize.getHeight() - EDGE;
  private readonly pen: PdfPen = createPdfPen(this.pdf, SIZE);
  private readonly titlePen: PdfPen = createPdfPen(this.pdf, 20);
  y = EDGE;

  private readonly rightToLeft: boolean;

  constructor(rightToLeft: boolean) {
    this.rightToLeft = rightToLeft;
    this.pen.setBold(false);
  }

  /** Starts a new page if this height does not fit any more. */
  need(height: number): void {
    if (this.y + height <= this.bottom) return;
    this.pdf.addPage();
    this.y = EDGE;
  }

  wrap(text: string, width: number): string[] {
    return plain(text)
      .split('\n')
      .flatMap((line) => wrapText(line, width, MAX_TEXT_LINES, this.pen.measure));
  }

  /** Writes one line between two x positions, measured from the leading edge. */
  put(text: string, from: number, to: number, end: boolean, bold = false, pen = this.pen): void {
    pen.setBold(bold);
    const shown = plain(text);
    const length = pen.measure(shown);
    const [left, right] = this.rightToLeft ? [this.width - to, this.width - from] : [from, to];
    const x = EDGE + (end === this.rightToLeft ? left : right - length);
    pen.write(shown, x, this.y + SIZE, x + length);
    pen.setBold(false);
    this.pen.setBold(false);
  }

  title(text: string): void {
    this.y += SIZE;
    this.put(text, 0, this.width, false, true, this.titlePen);
    this.y += 2.4 * LINE;
  }

  rule(): void {
    this.pdf
      .setDrawColor('#d0d5dd')
      .setLineWidth(0.6)
      .line(EDGE, this.y, EDGE + this.width, this.y);
    this.y += 6;
  }

  /** The cells of a row: the first wrapped, the others aligned with the end of their column. */
  row(cells: readonly string[], bold = false): void {
    const at = (index: number) => (COLUMNS[index] ?? 1) * this.width;
    const first = this.wrap(cells[0] ?? '', at(1) - 8);
    this.need(first.length * LINE + 6);
    const top = this.y;
    for (const line of first) {
      this.put(line, 0, at(1), false, bold);
      this.y += LINE;
    }
    const next = this.y;
    this.y = top;
    for (const [index, cell] of cells.entries()) if (index > 0) this.put(cell, at(index), at(index + 1), true, bold);
    this.y = next + 2;
  }

  /** Texts below each other. */
  block(lines: readonly string[], from: number, to: number): void {
    for (const [index, line] of lines.entries()) {
      this.put(line, from, to, false, index === 1);
      this.y += LINE;
    }
  }
}

/** The credits and payments of an invoice since it was issued. */
const settled = ({ credited, paid }: WholeInvoice['invoice']): [key: string, amount: number][] => [
  ...(credited > 0 ? [['credited', credited] satisfies [string, number]] : []),
  ['paid', paid],
];

/** An invoice, or one of its credit notes, as an A4 PDF in the person's language. */
export async function invoicePdf(t: TFunction, whole: WholeInvoice, credit?: CreditNote): Promise<Blob> {
  const { invoice } = whole;
  const { lines } = credit ?? whole;
  const label = (key: string) => t(`subscriptions.invoices.${key}`);
  const money = moneyIn(invoice.currency);
  const title = credit
    ? t('subscriptions.credit-notes.name', { number: credit.number })
    : t('subscriptions.invoices.name', { number: invoice.number });
  const heads = ['line', 'quantity', 'unit-price', 'tax-rate', 'net'].map(label);
  const rows = lines.map((line) => [
    line.text,
    formatNumber(line.quantity),
    money(line.unitPrice),
    `${formatNumber(line.taxRate / 100)} %`,
    money(line.net),
  ]);
  const parties = [
    [label('from'), invoice.issuerName, whole.issuerDetails ?? ''],
    [label('to'), invoice.organisationName, whole.organisationDetails ?? ''],
  ];
  const facts: [name: string, value: string][] = credit
    ? [
        [label('day'), formatDate(credit.day)],
        [
          t('subscriptions.credit-notes.of-invoice'),
          t('subscriptions.credit-notes.of', { number: invoice.number, day: formatDate(invoice.day) }),
        ],
      ]
    : [
        [label('day'), formatDate(invoice.day)],
        [label('due-day'), formatDate(invoice.dueDay)],
        [label('period'), `${formatDate(invoice.fromDay)} – ${formatDate(invoice.untilDay)}`],
      ];
  const amounts = (['net', 'tax', 'total'] as const).map(
    (key) => [label(key), money((credit ?? invoice)[key])] as const,
  );
  const sums = credit
    ? amounts
    : [...amounts, ...settled(invoice).map(([key, value]) => [label(key), money(value)] as const)];
  const cancelled =
    credit || invoice.cancelReason === null
      ? null
      : t('subscriptions.invoices.cancelled', { reason: invoice.cancelReason });
  const note = credit?.reason ?? invoice.note ?? '';
  await loadFonts([
    title,
    ...heads,
    ...rows.flat(),
    ...parties.flat(),
    ...facts.flat(),
    ...sums.flat(),
    note,
    cancelled ?? '',
  ]);

  const sheet = new Sheet(document.documentElement.dir === 'rtl');
  sheet.title(title);
  if (cancelled !== null) sheet.row([cancelled], true);
  const half = sheet.width / 2 - 10;
  const top = sheet.y;
  const ends = parties.map(([head = '', name = '', details = ''], index) => {
    sheet.y = top;
    const from = index * (sheet.width / 2 + 10);
    sheet.block(
      [head, ...sheet.wrap(name, half), ...(details === '' ? [] : sheet.wrap(details, half))],
      from,
      from + half,
    );
    return sheet.y;
  });
  sheet.y = Math.max(...ends) + LINE;
  for (const [name, value] of facts) {
    sheet.put(name, 0, 140, false);
    sheet.put(value, 140, sheet.width, false);
    sheet.y += LINE;
  }
  sheet.y += LINE;
  sheet.row(heads, true);
  sheet.rule();
  for (const cells of rows) sheet.row(cells);
  sheet.need(sums.length * LINE + 10);
  sheet.rule();
  for (const [index, [name, value]] of sums.entries()) {
    sheet.put(name, sheet.width * 0.57, sheet.width * 0.8, false, index === 2);
    sheet.put(value, sheet.width * 0.7, sheet.width, true, index === 2);
    sheet.y += LINE;
  }
  sheet.y += LINE;
  if (note !== '') {
    for (const line of sheet.wrap(note, sheet.width)) {
      sheet.need(LINE);
      sheet.put(line, 0, sheet.width, false);
      sheet.y += LINE;
    }
  }
  return sheet.pdf.output('blob');
}
