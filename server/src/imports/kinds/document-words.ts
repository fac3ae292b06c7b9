import type { DocumentKind } from '@milepost/contract/document-kinds';
import { DOCUMENT_KIND_NAMES } from '@milepost/contract/document-kinds';
import { DOCUMENT_KIND_WORDS } from '../../texts/names.ts';

/** The names that other programs and authorities use for them. */
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
    'पंजीकरण प्रमाणपत्र',
    'استمارة',
  ],
  insurance: [
    'insurance policy',
    'motor insurance',
    'policy',
    'versicherung',
    'seguro',
    'assurance',
    'बीमा पॉलिसी',
    'تأمين',
  ],
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
    'फ़िटनेस',
    'فحص دوري',
  ],
  pollution: [
    'pollution',
    'pollution certificate',
    'puc',
    'pucc',
    'emission test',
    'abgasuntersuchung',
    'प्रदूषण प्रमाणपत्र',
    'شهادة الانبعاثات',
  ],
  roadTax: ['tax', 'vehicle tax', 'kfz-steuer', 'impuesto', 'ipva', 'taxe', 'कर', 'ضريبة'],
  permit: ['national permit', 'state permit', 'route permit', 'genehmigung', 'permiso', 'permis', 'تصريح'],
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
    'लाइसेंस',
    'رخصة',
  ],
  badge: ['driver badge', 'dienstausweis', 'ausweis', 'credencial', 'شارة'],
  other: ['other', 'misc', 'sonstiges', 'otro', 'autre', 'outro', 'अन्य', 'أخرى'],
};

/** Includes the labels of the interface in every language, which its exports use. */
export const DOCUMENT_WORDS = Object.fromEntries(
  DOCUMENT_KIND_NAMES.map((kind) => [
    kind,
    [...Object.values(DOCUMENT_KIND_WORDS).map((words) => words[kind]), ...ELSEWHERE[kind]],
  ]),
);
