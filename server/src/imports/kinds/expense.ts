import { ROUTES } from '@milepost/contract/routes';
import { z } from 'zod';
import { compactRegistration, EXPENSE_WORK } from '../../store/imports/expense-records.ts';
import { resolveExpenses } from '../../store/imports/resolve-expenses.ts';
import type { ImportDescriptor, ImportField, Value } from '../import-descriptor.ts';
import { day, numberBy, textBy, wordFor, yesOrNo } from '../read-fields.ts';
import { moneyKey } from '../read-money.ts';
import { EXPENSE_WORDS } from './expense-words.ts';

const { shape } = ROUTES['save-expense'].input;
const { registration } = ROUTES['save-vehicle'].input.shape;
const { name: driverName } = ROUTES['name-driver'].input.shape;
const { name: vendorName } = ROUTES['name-vendor'].input.shape;

/** Money is read once it is known what the organisation counts in. */
const money = textBy(z.string());
const KM = 1000;

const spentOn: ImportField['read'] = (text, order) => {
  const read = day(text, order);
  return 'fault' in read || typeof read.value !== 'string' ? read : textBy(shape.day)(read.value, order);
};

/** Kilometres, kept as metres. */
const odometer: ImportField['read'] = (text, order) => {
  const metres = shape.odometerM.transform((value) => (value === null ? null : Math.round(value * KM)));
  return numberBy(metres, 'thousands')(text.replace(/\s*(?:km|किमी|كم)\.?$/i, ''), order);
};

const said = (value: Value | undefined) => (typeof value === 'string' ? value : '');

/** Money that was spent, found again by day, kind, vehicle, amount and bill number. */
export const expenseImport = {
  ...EXPENSE_WORK,
  subject: 'expense',
  resolve: resolveExpenses,
  fields: {
    day: {
      words: [
        'day',
        'date',
        'expense date',
        'bill date',
        'invoice date',
        'transaction date',
        'transaction date time',
        'date of expense',
        'datum',
        'belegdatum',
        'rechnungsdatum',
        'fecha',
        'data',
        'तारीख',
        'दिनांक',
        'اليوم',
        'التاريخ',
      ],
      read: spentOn,
      once: (spent, { kind, vehicle, amount, billNumber }) =>
        typeof kind !== 'string' || typeof amount !== 'string'
          ? null
          : JSON.stringify([
              spent,
              kind,
              compactRegistration(said(vehicle)),
              moneyKey(amount),
              said(billNumber).toUpperCase(),
            ]),
    },
    kind: {
      words: [
        'kind',
        'expense kind',
        'expense type',
        'type',
        'category',
        'expense head',
        'head',
        'product',
        'item',
        'art',
        'kostenart',
        'produkt',
        'tipo',
        'categoría',
        'catégorie',
        'produit',
        'प्रकार',
        'मद',
        'النوع',
      ],
      looks: /^(fuel|diesel|petrol|toll|fastag|parking|challan|repair|service)$/i,
      read: wordFor(EXPENSE_WORDS),
    },
    vehicle: {
      words: [
        'vehicle',
        'vehicle no',
        'vehicle number',
        'registration',
        'registration number',
        'reg no',
        'plate',
        'number plate',
        'licence plate',
        'license plate',
        'truck no',
        'kennzeichen',
        'fahrzeug',
        'matrícula',
        'vehículo',
        'placa',
        'immatriculation',
        'véhicule',
        'वाहन',
        'गाड़ी नंबर',
        'المركبة',
        'رقم اللوحة',
      ],
      read: textBy(registration),
    },
    driver: {
      words: [
        'driver',
        'driver name',
        'driver number',
        'driver id',
        'employee id',
        'fahrer',
        'personalnummer',
        'conductor',
        'chofer',
        'chauffeur',
        'conducteur',
        'motorista',
        'ड्राइवर',
        'السائق',
      ],
      read: textBy(driverName),
    },
    vendor: {
      words: [
        'vendor',
        'vendor name',
        'supplier',
        'merchant',
        'merchant name',
        'station',
        'filling station',
        'petrol pump',
        'plaza name',
        'toll plaza name',
        'paid to',
        'lieferant',
        'tankstelle',
        'händler',
        'proveedor',
        'fournisseur',
        'fornecedor',
        'विक्रेता',
        'المورّد',
      ],
      read: textBy(vendorName),
    },
    amount: {
      words: [
        'amount',
        'total',
        'total amount',
        'gross amount',
        'bill amount',
        'invoice amount',
        'transaction amount',
        'net payable',
        'cost',
        'betrag',
        'bruttobetrag',
        'gesamtbetrag',
        'summe',
        'importe',
        'monto',
        'montant',
        'valor',
        'राशि',
        'कुल राशि',
        'المبلغ',
      ],
      read: money,
    },
    tax: {
      words: [
        'tax in it',
        'tax',
        'tax amount',
        'vat',
        'gst',
        'gst amount',
        'mwst',
        'ust',
        'steuerbetrag',
        'iva',
        'tva',
        'इसमें कर',
        'कर',
        'الضريبة ضمنه',
        'الضريبة',
      ],
      read: money,
    },
    currency: {
      words: ['currency', 'currency code', 'währung', 'moneda', 'devise', 'moeda', 'मुद्रा', 'العملة'],
      looks: /^[A-Z]{3}$/,
      read: money,
    },
    quantity: {
      words: [
        'quantity',
        'quantity (l)',
        'मात्रा (लीटर)',
        'الكمية (لتر)',
        'qty',
        'litres',
        'liters',
        'ltr',
        'ltrs',
        'volume',
        'fuel quantity',
        'menge',
        'liter',
        'cantidad',
        'litros',
        'quantité',
        'मात्रा',
        'लीटर',
        'الكمية',
        'اللترات',
      ],
      read: numberBy(shape.quantity),
    },
    fullTank: {
      words: [
        'filled up to full',
        'full tank',
        'tank full',
        'filled up',
        'vollgetankt',
        'tanque lleno',
        'plein',
        'टंकी पूरी भरी',
        'مُلئ الخزان كاملًا',
      ],
      read: yesOrNo,
    },
    odometer: {
      words: [
        'odometer (km)',
        'odometer',
        'odometer reading',
        'odo',
        'km reading',
        'mileage',
        'kilometerstand',
        'km-stand',
        'kilometraje',
        'kilométrage',
        'ओडोमीटर (किमी)',
        'ओडोमीटर',
        'عداد المسافة (كم)',
        'عداد المسافة',
      ],
      read: odometer,
    },
    billNumber: {
      words: [
        'bill number',
        'bill no',
        'invoice number',
        'invoice no',
        'receipt number',
        'receipt no',
        'voucher no',
        'challan number',
        'challan no',
        'transaction id',
        'reference number',
        'reference',
        'belegnummer',
        'rechnungsnummer',
        'factura',
        'número de factura',
        'numéro de facture',
        'बिल नंबर',
        'रसीद नंबर',
        'رقم الفاتورة',
      ],
      read: textBy(shape.billNumber),
    },
    note: {
      words: [
        'note',
        'notes',
        'remark',
        'remarks',
        'comment',
        'description',
        'narration',
        'bemerkung',
        'notiz',
        'observaciones',
        'remarque',
        'टिप्पणी',
        'ملاحظة',
      ],
      read: textBy(shape.note),
    },
  },
} satisfies ImportDescriptor;
