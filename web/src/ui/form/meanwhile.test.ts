import { expect, test } from 'vitest';
import { mergeMeanwhile } from './meanwhile.ts';

const opened = { name: 'Ana', phone: '1', tags: ['a'], note: '' };

test('my changes stay, and the other fields become theirs', () => {
  const merged = mergeMeanwhile(opened, { ...opened, phone: '2' }, { ...opened, name: 'Anna', tags: ['a', 'b'] });
  expect(merged).toEqual({ values: { name: 'Anna', phone: '2', tags: ['a', 'b'], note: '' }, clashes: [] });
});

test('fields that both changed differently are listed, and mine are kept', () => {
  const merged = mergeMeanwhile(
    opened,
    { ...opened, phone: '2', note: 'same' },
    { ...opened, phone: '3', note: 'same' },
  );
  expect(merged.values).toEqual({ ...opened, phone: '2', note: 'same' });
  expect(merged.clashes).toEqual([{ field: 'phone', theirs: '3' }]);
});

const rights = (...has: string[]) => ({ rights: has });
const both = (before: string[], mine: string[], theirs: string[]) => [
  ...theirs,
  ...mine.filter((right) => !before.includes(right)),
];

test('a field with parts is merged by them, and is no clash', () => {
  const merged = mergeMeanwhile(rights('see'), rights('see', 'edit'), rights('see', 'delete'), { rights: both });
  expect(merged).toEqual({ values: rights('see', 'delete', 'edit'), clashes: [] });
});
