import { OPERATIONS } from '@milepost/contract/operations';
import { DRIVER_TABLE, resolveDrivers } from '../../store/imports/driver-records.ts';
import type { ImportDescriptor } from '../import-descriptor.ts';
import { day, listBy, textBy } from '../read-fields.ts';
import { tableWork } from '../table-import.ts';
import { EMAIL_HEADINGS, GROUPS_HEADINGS, LOOKS_LIKE_EMAIL, NOTE_HEADINGS, PHONE_HEADINGS } from './shared-headings.ts';

const { shape } = OPERATIONS['save-driver'].input;
const { name: groupName } = OPERATIONS['save-group'].input.shape;

/** Drivers, found by their number, otherwise by their name. */
export const driverImport = {
  ...tableWork(DRIVER_TABLE),
  subject: 'driver',
  resolve: resolveDrivers,
  fields: {
    name: {
      words: [
        'name',
        'driver',
        'driver name',
        'full name',
        'fahrer',
        'nombre',
        'conductor',
        'nom',
        'chauffeur',
        'nome',
        'motorista',
      ],
      read: textBy(shape.name),
      // Drivers of the same name have different numbers.
      once: (name, { number }) => (number === undefined ? name.toLowerCase() : null),
    },
    number: {
      words: [
        'number',
        'driver number',
        'driver id',
        'employee number',
        'employee id',
        'staff no',
        'personalnummer',
        'número',
        'legajo',
        'matricule',
      ],
      read: textBy(shape.number),
      once: (number) => number.toUpperCase(),
    },
    phone: {
      words: PHONE_HEADINGS,
      read: textBy(shape.phone),
    },
    email: {
      words: EMAIL_HEADINGS,
      looks: LOOKS_LIKE_EMAIL,
      read: textBy(shape.email),
    },
    licenceNumber: {
      words: [
        'licence number',
        'license number',
        'licence no',
        'license no',
        'driving licence',
        'dl number',
        'führerscheinnummer',
        'número de licencia',
        'numéro de permis',
        'cnh',
      ],
      read: textBy(shape.licenceNumber),
    },
    licenceExpiresOn: {
      words: [
        'licence expires',
        'license expires',
        'licence expiry',
        'license expiry',
        'licence expiry date',
        'license expiry date',
        'licence expiration',
        'license expiration date',
        'licence valid until',
        'license valid until',
        'valid until',
        'licence until',
        'dl expiry',
        'dl valid till',
        'führerschein gültig bis',
        'führerscheinablauf',
        'führerschein ablaufdatum',
        'gültig bis',
        'vencimiento de licencia',
        'vencimiento',
        'expiration du permis',
        'validité du permis',
        'validade da cnh',
        'scadenza patente',
        'rijbewijs geldig tot',
        'ważność prawa jazdy',
      ],
      read: day,
    },
    licenceClasses: {
      words: [
        'licence classes',
        'license classes',
        'licence class',
        'license class',
        'führerscheinklassen',
        'klassen',
        'categorías',
        'catégories',
        'categorias',
      ],
      read: listBy(shape.licenceClasses),
    },
    groups: {
      words: GROUPS_HEADINGS,
      read: listBy(groupName.array().max(50)),
    },
    hiredOn: {
      words: [
        'hired',
        'hired on',
        'hire date',
        'date of joining',
        'joining date',
        'start date',
        'eintritt',
        'eintrittsdatum',
        'fecha de ingreso',
        'date d’embauche',
      ],
      read: day,
    },
    leftOn: {
      words: ['left', 'left on', 'leaving date', 'end date', 'austritt', 'austrittsdatum', 'fecha de baja'],
      read: day,
    },
    emergencyName: {
      words: ['emergency contact', 'contact', 'emergency name', 'notfallkontakt', 'contacto de emergencia'],
      read: textBy(shape.emergencyName),
    },
    emergencyPhone: {
      words: ['emergency phone', 'contact’s phone', 'phone of the contact', 'notfallnummer', 'teléfono de emergencia'],
      read: textBy(shape.emergencyPhone),
    },
    note: {
      words: NOTE_HEADINGS,
      read: textBy(shape.note),
    },
  },
} satisfies ImportDescriptor;
