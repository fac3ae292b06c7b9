import { type Language, traitsOf } from '@milepost/contract/languages';
import { sentenceOf } from '../alarm-kinds/alarm-kinds.ts';
import { writerFor } from '../alarm-kinds/writer.ts';
import type { PlaceAt } from '../places/places.ts';
import type { AlarmStory } from '../store/alarm-delivery/alarm-story.ts';
import { inLanguage, textFor } from '../texts/text.ts';

/** The language, units and time zone that a person reads in. */
export interface Reader {
  timeZone: string;
  units: 'metric' | 'imperial';
  language: Language;
}

/** The title and the sentence that describe an alarm to this reader. */
export function alarmWords(story: AlarmStory, reader: Reader, placeAt: PlaceAt): { title: string; text: string } {
  const where = story.place && placeAt(story.place.lat, story.place.lon);
  const parts = [
    story.condition && sentenceOf(story, story.condition, writerFor(reader)),
    where,
    momentOf(story.startedAt, reader),
    story.deviceClock &&
      inLanguage(reader.language, textFor('wrong-clock', { time: momentOf(story.deviceClock, reader, 'numeric') })),
  ];
  return { title: `${story.registration}: ${story.ruleName}`, text: parts.filter((part) => part).join(' · ') };
}

function momentOf(at: Date, { timeZone, language }: Reader, year?: 'numeric'): string {
  return new Intl.DateTimeFormat(traitsOf(language).locale, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'shortOffset',
    ...(year && { year }),
  })
    .format(at)
    .replace(/GMT(\+0$)?/, 'UTC');
}
