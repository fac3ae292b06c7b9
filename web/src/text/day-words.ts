import type { Language } from '@milepost/contract/languages';

export type DayUnit = 'day' | 'week' | 'month' | 'year';

/** The words by which a language names days and ranges of them, without the marks that `bareWord` takes away. */
export interface DayWords {
  today: readonly string[];
  yesterday: readonly string[];
  tomorrow: readonly string[];
  /** Of each day of the week, Sunday first: the last such day up to today. */
  weekdays: readonly (readonly string[])[];
  /** Before the first day, where the last is today or follows: "since 1 Nov". */
  from: readonly string[];
  /** Before the last day: "until 3 Nov". */
  until: readonly string[];
  /** After the first and the last day, in languages that have them there. */
  fromAfter: readonly string[];
  untilAfter: readonly string[];
  /** Between two days. */
  to: readonly string[];
  last: readonly string[];
  present: readonly string[];
  next: readonly string[];
  units: Readonly<Record<DayUnit, readonly string[]>>;
  /** Words for two of a unit. */
  pairs: Readonly<Partial<Record<DayUnit, readonly string[]>>>;
  /** What may stand beside them and means nothing. */
  fillers: readonly string[];
}

/** In each language of the interface; English is understood in all. */
export const DAY_WORDS: Readonly<Record<Language, DayWords>> = {
  en: {
    today: ['today'],
    yesterday: ['yesterday'],
    tomorrow: ['tomorrow'],
    weekdays: [
      ['sunday', 'sun'],
      ['monday', 'mon'],
      ['tuesday', 'tue', 'tues'],
      ['wednesday', 'wed'],
      ['thursday', 'thu', 'thur', 'thurs'],
      ['friday', 'fri'],
      ['saturday', 'sat'],
    ],
    from: ['from', 'since', 'between'],
    until: ['until', 'till', 'to', 'up to'],
    fromAfter: [],
    untilAfter: [],
    to: ['to', 'until', 'till', 'through', 'thru', 'and'],
    last: ['last', 'past', 'previous'],
    present: ['this', 'current'],
    next: ['next', 'coming'],
    units: {
      day: ['day', 'days'],
      week: ['week', 'weeks'],
      month: ['month', 'months'],
      year: ['year', 'years'],
    },
    pairs: {},
    fillers: ['the'],
  },
  hi: {
    today: ['आज'],
    // The same word for both: what the bounds of a field leave over, else the person is asked.
    yesterday: ['कल', 'बीता कल', 'बीते कल', 'गुज़रा कल'],
    tomorrow: ['कल', 'आने वाला कल', 'आने वाले कल', 'आगामी कल'],
    weekdays: [
      ['रविवार', 'इतवार'],
      ['सोमवार'],
      ['मंगलवार'],
      ['बुधवार'],
      ['गुरुवार', 'बृहस्पतिवार', 'वीरवार'],
      ['शुक्रवार'],
      ['शनिवार'],
    ],
    from: [],
    until: [],
    fromAfter: ['से'],
    untilAfter: ['तक', 'के बीच'],
    to: ['से', 'और'],
    last: ['पिछला', 'पिछले', 'पिछली', 'बीते', 'बीता', 'गत'],
    present: ['यह', 'इस', 'वर्तमान'],
    next: ['अगला', 'अगले', 'अगली', 'आगामी'],
    units: {
      day: ['दिन', 'दिनों', 'दिवस'],
      week: ['सप्ताह', 'सप्ताहों', 'हफ़्ता', 'हफ़्ते', 'हफ़्तों'],
      month: ['महीना', 'महीने', 'महीनों', 'माह'],
      year: ['वर्ष', 'वर्षों', 'साल', 'सालों'],
    },
    pairs: {},
    fillers: ['में', 'के', 'का'],
  },
  ar: {
    today: ['اليوم'],
    yesterday: ['أمس', 'البارحة'],
    tomorrow: ['غدًا', 'غد'],
    weekdays: [
      ['الأحد', 'يوم الأحد'],
      ['الاثنين', 'يوم الاثنين'],
      ['الثلاثاء', 'يوم الثلاثاء'],
      ['الأربعاء', 'يوم الأربعاء'],
      ['الخميس', 'يوم الخميس'],
      ['الجمعة', 'يوم الجمعة'],
      ['السبت', 'يوم السبت'],
    ],
    from: ['من', 'منذ', 'ابتداء من', 'بين'],
    until: ['حتى', 'إلى', 'لغاية'],
    fromAfter: [],
    untilAfter: [],
    to: ['إلى', 'حتى', 'لغاية', 'و'],
    last: ['آخر', 'الماضي', 'الماضية', 'السابق', 'السابقة', 'الأخيرة'],
    present: ['هذا', 'هذه', 'الحالي', 'الحالية'],
    next: ['القادم', 'القادمة', 'المقبل', 'المقبلة', 'التالي', 'التالية'],
    units: {
      day: ['يوم', 'أيام', 'يوما', 'الأيام'],
      week: ['أسبوع', 'أسابيع', 'أسبوعا', 'الأسبوع', 'الأسابيع'],
      month: ['شهر', 'أشهر', 'شهور', 'شهرا', 'الشهر', 'الأشهر'],
      year: ['سنة', 'سنوات', 'عام', 'أعوام', 'عاما', 'السنة', 'العام', 'السنوات'],
    },
    pairs: { day: ['يومين'], week: ['أسبوعين'], month: ['شهرين'], year: ['سنتين', 'عامين'] },
    fillers: [],
  },
};

/**
 * A word as it is compared: without vowel signs, the forms of alef and the dots of letters, which Arabic is written with and
 * without, and without the dot below letters of Hindi.
 */
export const bareWord = (word: string): string =>
  word
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u064b-\u0655\u0670\u0640\u093c]/g, '')
    .normalize('NFC')
    .replaceAll('ة', 'ه')
    .replaceAll('ى', 'ي');
