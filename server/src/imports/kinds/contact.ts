import { OPERATIONS } from '@milepost/contract/operations';
import type { ContactKind } from '@milepost/contract/contact-kinds';
import { CONTACT_TABLE, resolveContacts } from '../../store/imports/contact-records.ts';
import type { ImportDescriptor } from '../import-descriptor.ts';
import { listBy, place, textBy, wordFor } from '../read-fields.ts';
import { tableWork } from '../table-import.ts';
import { EMAIL_HEADINGS, LOOKS_LIKE_EMAIL, NOTE_HEADINGS, PHONE_HEADINGS } from './shared-headings.ts';

const { shape } = OPERATIONS['save-contact'].input;

const KIND_WORDS: Record<ContactKind, readonly string[]> = {
  vendor: [
    'supplier',
    'dealer',
    'filling station',
    'petrol pump',
    'lieferant',
    'proveedor',
    'fournisseur',
    'fornecedor',
  ],
  customer: ['client', 'buyer', 'consignee', 'kunde', 'cliente'],
  workshop: ['garage', 'service centre', 'service center', 'werkstatt', 'taller', 'atelier', 'oficina'],
  emergency: ['emergency contact', 'breakdown service', 'notfall', 'emergencia', 'urgence'],
};

/** Companies and people outside the organisation, found by their unique name. */
export const contactImport = {
  ...tableWork(CONTACT_TABLE),
  subject: 'contact',
  resolve: resolveContacts,
  fields: {
    name: {
      words: [
        'name',
        'contact',
        'contact name',
        'company',
        'company name',
        'vendor',
        'vendor name',
        'supplier',
        'supplier name',
        'customer name',
        'party name',
        'firma',
        'firmenname',
        'nombre',
        'empresa',
        'nom',
        'société',
        'nome',
      ],
      read: textBy(shape.name),
      once: (name) => name.toLowerCase(),
    },
    kind: {
      words: ['kind', 'type', 'category', 'contact type', 'art', 'typ', 'tipo', 'type de contact'],
      looks: /^(vendor|supplier|customer|workshop|garage)$/i,
      read: wordFor(KIND_WORDS, 'contactKinds'),
    },
    phones: {
      words: ['phones', ...PHONE_HEADINGS, 'phone numbers'],
      read: listBy(shape.phones),
    },
    emails: {
      words: ['e-mail addresses', 'emails', ...EMAIL_HEADINGS],
      looks: LOOKS_LIKE_EMAIL,
      read: listBy(shape.emails),
    },
    address: {
      words: ['address', 'street address', 'anschrift', 'adresse', 'dirección', 'endereço'],
      read: textBy(shape.address),
    },
    place: {
      words: [
        'place',
        'position',
        'coordinates',
        'gps coordinates',
        'lat long',
        'latitude longitude',
        'koordinaten',
        'coordenadas',
        'coordonnées',
      ],
      looks: /^-?\d{1,2}\.\d+\s*[,;]\s*-?\d{1,3}\.\d+$/,
      read: place,
    },
    note: {
      words: NOTE_HEADINGS,
      read: textBy(shape.note),
    },
  },
} satisfies ImportDescriptor;
