import { textFor } from '../texts/text.ts';
import type { AlarmKindWords } from './alarm-kind.ts';

const unauthorisedMovement: AlarmKindWords<'unauthorisedMovement'> = {
  measures: null,
  describe: (_alarm, _condition, writer) => writer.sentence(textFor('condition.unauthorisedMovement.message')),
};

type StateEvent = 'tripStart' | 'tripEnd' | 'ignitionOn' | 'ignitionOff';

const code = (kind: StateEvent) => `condition.${kind}.message` as const;

const event = <Kind extends StateEvent>(kind: Kind): AlarmKindWords<Kind> => ({
  measures: null,
  describe: (_alarm, _condition, writer) => writer.sentence(textFor(code(kind))),
});

const tow: AlarmKindWords<'tow'> = {
  measures: null,
  describe: (_alarm, _condition, writer) => writer.sentence(textFor('condition.tow.message')),
};

export const movementKinds = {
  unauthorisedMovement,
  tow,
  tripStart: event('tripStart'),
  tripEnd: event('tripEnd'),
  ignitionOn: event('ignitionOn'),
  ignitionOff: event('ignitionOff'),
};
