import { expect, test } from 'vitest';
import { paperOf } from './paper.ts';

test.each([
  [['en-US', 'en'], 'letter'],
  [['es-MX'], 'letter'],
  [['en-GB'], 'a4'],
  [['ar-EG', 'en-US'], 'a4'],
  [['hi', 'en-IN'], 'a4'],
  // Without a region nothing indicates the United States.
  [['en'], 'a4'],
  [[], 'a4'],
] as const)('the paper of %j is %s', (languages, paper) => {
  expect(paperOf(languages)).toBe(paper);
});
