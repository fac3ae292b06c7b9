import type { PlaceAt } from '../places/places.ts';
import type { AlarmStory } from '../store/alarm-delivery/alarm-story.ts';

/**
 * The body of an alarm delivery, described in docs/webhooks.md and the same at every attempt.
 * @param key id of the delivery, by which the receiver recognises a repetition
 * @param late the alarm became known more than an hour after it began
 */
export function webhookBody(story: AlarmStory, key: string, late: boolean, placeAt: PlaceAt): string {
  const { place } = story;
  return JSON.stringify({
    id: key,
    event: 'alarm.raised',
    createdAt: new Date().toISOString(),
    late,
    alarm: {
      id: story.id,
      severity: story.severity,
      raisedAt: story.startedAt.toISOString(),
      lastAt: story.lastAt.toISOString(),
      clearedAt: story.clearedAt?.toISOString() ?? null,
      count: story.count,
      place,
      address: place && placeAt(place.lat, place.lon),
      value: story.value,
      about: story.about,
      limitKph: story.limitKph,
    },
    rule: { id: story.ruleId, name: story.ruleName, condition: story.condition },
    fence: story.fence,
    vehicle: { id: story.vehicleId, registration: story.registration, group: story.groupName },
    organisation: { id: story.organisationId, name: story.organisationName },
  });
}

/** The body of a test delivery: made-up values in the same form. */
export function testBody(key: string, organisation: { id: number; name: string }): string {
  const now = new Date().toISOString();
  return JSON.stringify({
    id: key,
    event: 'test',
    createdAt: now,
    late: false,
    alarm: {
      id: 0,
      severity: 'warning',
      raisedAt: now,
      lastAt: now,
      clearedAt: null,
      count: 1,
      place: { lat: -34.9055, lon: -56.1913 },
      address: null,
      value: 97.5,
      about: null,
      limitKph: 90,
    },
    rule: { id: 0, name: 'Test', condition: { kind: 'overspeed', limitKph: 90 } },
    fence: null,
    vehicle: { id: 0, registration: 'TEST 1', group: null },
    organisation,
  });
}
