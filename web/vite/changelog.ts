import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const CHANGELOG = path.join(import.meta.dirname, '../../CHANGELOG.md');
const MODULE = 'virtual:changelog';
/** Older releases are in the file itself. */
const NEWEST = 3;

/** A run of text: plain, strong or code. */
type Piece = readonly [style: '' | 'b' | 'c', text: string];

export interface Release {
  /** Null: changes that are not released yet. */
  version: string | null;
  /** Such as `2026-03-02`. */
  date: string | null;
  parts: { title: string; entries: Piece[][] }[];
}

/** Provides the newest releases of the changelog to the application, as they are when it is built. */
export function changelog(): Plugin {
  return {
    name: 'milepost-changelog',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load(id) {
      if (id !== `\0${MODULE}`) return null;
      this.addWatchFile(CHANGELOG);
      const releases = readReleases(readFileSync(CHANGELOG, 'utf8')).slice(0, NEWEST);
      return `export const releases = ${JSON.stringify(releases)};`;
    },
  };
}

/** The releases of a changelog in the form of ours, newest first; those without an entry are left out. */
export function readReleases(text: string): Release[] {
  const releases: Release[] = [];
  let entry: string[] | null = null;
  const end = () => {
    if (entry !== null)
      releases
        .at(-1)
        ?.parts.at(-1)
        ?.entries.push(piecesOf(entry.join(' ')));
    entry = null;
  };
  for (const line of text.split('\n')) {
    const heading = /^## (?:Unreleased|(\S+) – (\S+))$/.exec(line);
    const title = /^### (.+)$/.exec(line)?.[1];
    const begin = /^- (.+)$/.exec(line)?.[1];
    const more = /^ {2}(\S.*)$/.exec(line)?.[1];
    if (more !== undefined && entry !== null) {
      entry.push(more);
      continue;
    }
    end();
    if (heading) releases.push({ version: heading[1] ?? null, date: heading[2] ?? null, parts: [] });
    if (title !== undefined) releases.at(-1)?.parts.push({ title, entries: [] });
    if (begin !== undefined) entry = [begin];
  }
  end();
  return releases
    .map((release) => ({ ...release, parts: release.parts.filter(({ entries }) => entries.length > 0) }))
    .filter(({ parts }) => parts.length > 0);
}

/** Strong text and code; of links only the text remains, since the documents are not on the server. */
function piecesOf(markdown: string): Piece[] {
  const text = markdown.replaceAll(/ \(\[[^\]]+\]\([^)]*\)\)/g, '').replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1');
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: found, index, groups } of text.matchAll(
    /\*\*(?<strong>.+?)\*\*|`(?<code>[^`]+)`|\b_(?<soft>[^_]+)_\b/g,
  )) {
    if (index > from) pieces.push(['', text.slice(from, index)]);
    const { strong, code, soft = '' } = groups ?? {};
    pieces.push(strong !== undefined ? ['b', strong] : code !== undefined ? ['c', code] : ['', soft]);
    from = index + found.length;
  }
  if (from < text.length) pieces.push(['', text.slice(from)]);
  return pieces;
}
