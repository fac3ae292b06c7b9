import { listText } from '../../../text/list-text.ts';

/** The names in a limit: groups, and for a person also single vehicles. */
export function limitWords(limit: unknown): string | null {
  const parts = typeof limit === 'object' && limit !== null ? limit : {};
  const members = [...listIn(parts, 'groups'), ...listIn(parts, 'vehicles')];
  return listText(members.flatMap((each) => (hasName(each) ? each.name : []))) || null;
}

function listIn(parts: object, key: string): unknown[] {
  const list: unknown = Reflect.get(parts, key);
  return Array.isArray(list) ? list : [];
}

const hasName = (each: unknown): each is { name: string } =>
  typeof each === 'object' && each !== null && 'name' in each && typeof each.name === 'string';
