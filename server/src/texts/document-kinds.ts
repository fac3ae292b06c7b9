import type { DocumentKind } from '@milepost/contract/document-kinds';
import type { Language } from './text.ts';

/** Kinds of documents, as the interface names them. */
export const DOCUMENT_KIND_WORDS: Record<Language, Readonly<Record<DocumentKind, string>>> = {
  en: {
    registration: 'Registration certificate',
    insurance: 'Insurance',
    fitness: 'Fitness certificate',
    pollution: 'Pollution certificate (PUC)',
    roadTax: 'Road tax',
    permit: 'Permit',
    licence: 'Driving licence',
    badge: 'Badge',
    other: 'Other document',
  },
  hi: {
    registration: 'पंजीकरण प्रमाणपत्र (RC)',
    insurance: 'बीमा',
    fitness: 'फ़िटनेस प्रमाणपत्र',
    pollution: 'प्रदूषण प्रमाणपत्र (PUC)',
    roadTax: 'रोड टैक्स',
    permit: 'परमिट',
    licence: 'ड्राइविंग लाइसेंस',
    badge: 'बैज',
    other: 'अन्य दस्तावेज़',
  },
  ar: {
    registration: 'شهادة التسجيل',
    insurance: 'التأمين',
    fitness: 'شهادة الصلاحية الفنية',
    pollution: 'شهادة الانبعاثات (PUC)',
    roadTax: 'ضريبة الطريق',
    permit: 'التصريح',
    licence: 'رخصة القيادة',
    badge: 'الشارة',
    other: 'مستند آخر',
  },
};

/** What a kind is called in every language: it is found by each. */
export const wordsOfKind = (kind: DocumentKind): string =>
  Object.values(DOCUMENT_KIND_WORDS)
    .map((words) => words[kind])
    .join(' ');
