import { ROUTES } from '@milepost/contract/routes';
import { DRIVER_TABLE, resolveDrivers } from '../../store/imports/driver-records.ts';
import type { ImportDescriptor } from '../import-descriptor.ts';
import { day, listBy, textBy } from '../read-fields.ts';
import { tableWork } from '../table-import.ts';
import { EMAIL_HEADINGS, GROUPS_HEADINGS, LOOKS_LIKE_EMAIL, NOTE_HEADINGS, PHONE_HEADINGS } from './shared-headings.ts';

const { shape } = ROUTES['save-driver'].input;
const { name: groupName } = ROUTES['save-group'].input.shape;

/** Drivers, found by their number, else by their name. */
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
        'नाम',
        'الاسم',
      ],
      read: textBy(shape.name),
      // Two of one name have a number each.
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
        'नंबर',
        'الرقم',
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
        'लाइसेंस नंबर',
        'رقم الرخصة',
      ],
      read: textBy(shape.licenceNumber),
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
        'लाइसेंस की श्रेणियाँ',
        'فئات الرخصة',
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
        'नियुक्ति',
        'تاريخ التعيين',
      ],
      read: day,
    },
    leftOn: {
      words: [
        'left',
        'left on',
        'leaving date',
        'end date',
        'austritt',
        'austrittsdatum',
        'fecha de baja',
        'छोड़ने की तारीख',
        'تاريخ المغادرة',
      ],
      read: day,
    },
    emergencyName: {
      words: [
        'emergency contact',
        'contact',
        'emergency name',
        'notfallkontakt',
        'contacto de emergencia',
        'आपातकालीन संपर्क',
        'संपर्क',
        'جهة الاتصال في الطوارئ',
        'جهة الاتصال',
      ],
      read: textBy(shape.emergencyName),
    },
    emergencyPhone: {
      words: [
        'emergency phone',
        'contact’s phone',
        'phone of the contact',
        'notfallnummer',
        'teléfono de emergencia',
        'आपातकालीन संपर्क का फ़ोन',
        'संपर्क का फ़ोन',
        'هاتف جهة الاتصال في الطوارئ',
        'هاتف جهة الاتصال',
      ],
      read: textBy(shape.emergencyPhone),
    },
    note: {
      words: NOTE_HEADINGS,
      read: textBy(shape.note),
    },
  },
} satisfies ImportDescriptor;
