import type { DocumentKind } from '@milepost/contract/document-kinds';
import { DOCUMENT_KIND_NAMES } from '@milepost/contract/document-kinds';
import { DOCUMENT_KIND_WORDS } from '../../texts/names.ts';

/** The names that other programs and authorities use for kinds of documents. */
const ELSEWHERE: Record<DocumentKind, readonly string[]> = {
  registration: [
    'rc',
    'rc book',
    'registration',
    'vehicle registration',
    'fahrzeugschein',
    'zulassungsbescheinigung',
    'carte grise',
    'permiso de circulación',
    'crlv',
  ],
  insurance: ['insurance policy', 'motor insurance', 'policy', 'versicherung', 'seguro', 'assurance'],
  fitness: [
    'fitness',
    'fc',
    'roadworthiness',
    'mot',
    'inspection certificate',
    'tüv',
    'hauptuntersuchung',
    'itv',
    'contrôle technique',
  ],
  pollution: ['pollution', 'pollution certificate', 'puc', 'pucc', 'emission test', 'abgasuntersuchung'],
  roadTax: ['tax', 'vehicle tax', 'kfz-steuer', 'impuesto', 'ipva', 'taxe'],
  permit: ['national permit', 'state permit', 'route permit', 'genehmigung', 'permiso', 'permis'],
  licence: [
    'licence',
    'license',
    'driving license',
    'driver licence',
    'driver license',
    'driver’s licence',
    'driver’s license',
    'dl',
    'führerschein',
    'licencia de conducir',
    'permis de conduire',
    'cnh',
  ],
  badge: ['driver badge', 'dienstausweis', 'ausweis', 'credencial'],
  other: ['other', 'misc', 'sonstiges', 'otro', 'autre', 'outro'],
};

/** Includes the labels of the interface in every language, which its exports use. */
export const DOCUMENT_WORDS = Object.fromEntries(
  DOCUMENT_KIND_NAMES.map((kind) => [
    kind,
    [...Object.values(DOCUMENT_KIND_WORDS).map((words) => words[kind]), ...ELSEWHERE[kind]],
  ]),
);
