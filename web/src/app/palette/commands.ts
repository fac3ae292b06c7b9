import type { MenuItem } from '@milepost/contract/menu-item';
import { visible } from '../../ui/menu/menu.ts';

/** One entry of the palette. */
export interface Command {
  id: string;
  label: string;
  /** Searchable text, shown small beside the label. */
  note: string;
  /** Searchable words that are not shown. */
  also?: string;
  kind: 'menu' | 'vehicle' | 'action';
}

export interface MenuCommand extends Command {
  item: MenuItem;
}

/** Every entry of the menu that has a target, with the titles above it. */
export function menuCommands(
  items: readonly MenuItem[],
  titleOf: (item: MenuItem) => string,
  above: readonly string[] = [],
): MenuCommand[] {
  return visible(items).flatMap((item) => [
    ...(item.path === ''
      ? []
      : [{ id: `menu-${item.id}`, label: titleOf(item), note: above.join(' / '), kind: 'menu' as const, item }]),
    ...menuCommands(item.submenu, titleOf, [...above, titleOf(item)]),
  ]);
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();
/** Registrations are typed with and without their spaces and dashes. */
const bare = (text: string) => plain(text).replace(/[\s-]/g, '');

/** 0 if the query is not found; the better the match, the greater the score. A match at the beginning is best. */
export function score({ label, note, also = '' }: Pick<Command, 'label' | 'note' | 'also'>, query: string): number {
  const wanted = plain(query.trim());
  if (wanted === '') return 1;
  const name = plain(label);
  if (name.startsWith(wanted)) return 5;
  if (bare(label).startsWith(bare(query))) return 4;
  if (name.split(/[\s/-]+/).some((word) => word.startsWith(wanted))) return 3;
  const words = wanted.split(/\s+/);
  const all = `${name} ${plain(note)} ${plain(also)}`;
  return words.every((word) => all.includes(word)) || bare(label).includes(bare(query)) ? 2 : 0;
}

/** The best matches in order; equal ones keep their original order. */
export function search<Found extends Command>(commands: readonly Found[], query: string, most: number): Found[] {
  return commands
    .map((command) => ({ command, points: score(command, query) }))
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points)
    .slice(0, most)
    .map(({ command }) => command);
}
