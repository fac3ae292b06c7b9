import { expect, test } from 'vitest';
import { byPrecision, isTopicFilter, matchesTopic } from './topic-filter.ts';

// The examples of MQTT 3.1.1, 4.7.1 and 4.7.2.
test.each([
  ['sport/tennis/player1/#', 'sport/tennis/player1', true],
  ['sport/tennis/player1/#', 'sport/tennis/player1/ranking', true],
  ['sport/tennis/player1/#', 'sport/tennis/player1/score/wimbledon', true],
  ['sport/#', 'sport', true],
  ['sport/tennis/+', 'sport/tennis/player1', true],
  ['sport/tennis/+', 'sport/tennis/player1/ranking', false],
  ['sport/+', 'sport', false],
  ['sport/+', 'sport/', true],
  ['+/+', '/finance', true],
  ['/+', '/finance', true],
  ['+', '/finance', false],
  ['#', '$SYS/broker', false],
  ['+/monitor/Clients', '$SYS/monitor/Clients', false],
  ['$SYS/#', '$SYS/monitor/Clients', true],
  ['#', `a/${'b'.repeat(200)}`, false],
])('%s selects %s: %s', (filter, topic, selected) => {
  expect(matchesTopic(filter, topic)).toBe(selected);
});

test.each(['', 'sport/tennis#', 'sport/tennis/#/ranking', 'sport+', 'a\u0000b', 'a'.repeat(201), 'a/'.repeat(17)])(
  '%j is not a filter',
  (filter) => expect(isTopicFilter(filter)).toBe(false),
);

test.each(['#', '+', '+/tennis/#', 'sport', '/', 'फ़्लीट/+/pos'])('%s is a filter', (filter) => {
  expect(isTopicFilter(filter)).toBe(true);
});

test('the most specific filter comes first', () => {
  const filters = ['#', 'fleet/#', '+/van/pos', 'fleet/+/pos', 'fleet/van/pos', 'fleet/van/+'];
  expect(filters.toSorted(byPrecision)).toEqual([
    'fleet/van/pos',
    'fleet/van/+',
    'fleet/+/pos',
    'fleet/#',
    '+/van/pos',
    '#',
  ]);
});
