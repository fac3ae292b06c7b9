import type { Language } from '@milepost/contract/languages';
import english from '@milepost/contract/texts/en/units.json' with { type: 'json' };

type UnitWords = typeof english;

/** The words of all languages are in the bundle, because numbers are formatted before any catalogue is there. */
const files = import.meta.glob<UnitWords>('../../../contract/src/texts/*/units.json', {
  eager: true,
  import: 'default',
});

/** The short words of units. `{time}` of `ago` is a duration. */
export const unitWordsOf = (language: Language): UnitWords =>
  files[`../../../contract/src/texts/${language}/units.json`] ?? english;
