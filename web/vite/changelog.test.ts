import { expect, test } from 'vitest';
import { readReleases } from './changelog.ts';

test('reads releases with their entries, newest first, without what is not shown', () => {
  const text = `# Changelog

What changed.

## Unreleased

### Added

- **Map.** \`milepost map\` draws it
  on paper ([how](docs/map.md)), under _Administration_.
- A second line.

### Fixed

## 1.2.0 – 2026-03-02

## 1.1.0 – 2026-02-01

The first one.

### Changed

- \`OLD_NAME\` is \`NEW_NAME\`.
`;
  expect(readReleases(text)).toEqual([
    {
      version: null,
      date: null,
      parts: [
        {
          title: 'Added',
          entries: [
            [
              ['b', 'Map.'],
              ['', ' '],
              ['c', 'milepost map'],
              ['', ' draws it on paper, under '],
              ['', 'Administration'],
              ['', '.'],
            ],
            [['', 'A second line.']],
          ],
        },
      ],
    },
    {
      version: '1.1.0',
      date: '2026-02-01',
      parts: [
        {
          title: 'Changed',
          entries: [
            [
              ['c', 'OLD_NAME'],
              ['', ' is '],
              ['c', 'NEW_NAME'],
              ['', '.'],
            ],
          ],
        },
      ],
    },
  ]);
});
