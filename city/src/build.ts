import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCoast } from './coast.ts';
import { buildOutlets, buildPlaces, buildSuburbs } from './gazetteer-build.ts';
import { packNetwork } from './graph-format.ts';
import { buildNetwork } from './network-build.ts';
import { gridToLat, gridToLon } from './grid.ts';
import { buildLand, landFile } from './land-build.ts';
import { buildLayers } from './layers.ts';
import { DARK, LIGHT } from './palettes.ts';
import { mainShore } from './shore.ts';
import { readSource, sourceBounds, sourceFolder, sourceTiles } from './source.ts';
import { buildStyle, type StreetTiles } from './style.ts';
import { MAX_ZOOM, MIN_ZOOM, writeTiles, writeWorldTiles } from './tiles.ts';
import { readRegions, readTowns, regionsFile, townsFile } from './town-sources.ts';
import { buildTowns } from './towns-build.ts';
import { nearOf } from './near.ts';
import { buildWorld, worldFile } from './world.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const DIST = join(HERE, '..', 'dist');

/** The inputs of the build: this program, and size and name of the source files. */
function stamp(): string {
  const hash = createHash('sha256');
  const programs = readdirSync(HERE).filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^testing\.ts$/.test(file));
  for (const file of programs.toSorted()) hash.update(file).update(readFileSync(join(HERE, file)));
  const folder = sourceFolder();
  const inputs = [
    ...sourceTiles(folder).map((tile) => join(folder, tile.file)),
    worldFile(),
    landFile(),
    townsFile(),
    regionsFile(),
  ];
  for (const file of inputs)
    hash.update(file.slice(file.lastIndexOf('node_modules'))).update(String(statSync(file).size));
  return hash.digest('hex');
}

function readStamp(): string {
  try {
    return readFileSync(join(DIST, 'stamp'), 'utf8');
  } catch {
    return '';
  }
}

function build(out: string): string {
  const [w, n, e, s] = sourceBounds(sourceFolder());
  const bounds = { west: gridToLon(w), north: gridToLat(n), east: gridToLon(e), south: gridToLat(s) };
  const features = readSource(sourceFolder());
  const coast = findCoast(features, [w, n, e, s]);
  const write = (name: string, value: unknown): void => writeFileSync(join(out, name), JSON.stringify(value));
  const tiles = writeTiles(buildLayers(features, coast, bounds), bounds, join(out, 'tiles'));
  const network = buildNetwork(features);
  const suburbs = buildSuburbs(features);
  write('roads.json', packNetwork(network));
  write('suburbs.json', suburbs);
  write('outlets.json', buildOutlets(features, suburbs));
  write('places.json', buildPlaces(features, suburbs));
  write('towns.json', buildTowns(readTowns(), readRegions()));
  write('land.json', buildLand(readTowns()));
  const world = buildWorld(mainShore(coast.sea));
  writeWorldTiles(world, join(out, 'world'));
  write('near.json', nearOf(world, bounds));
  const streets: StreetTiles = {
    layout: 'city',
    path: '/basemap/tiles/{z}/{x}/{y}.pbf',
    bounds,
    zooms: { min: MIN_ZOOM, max: MAX_ZOOM },
  };
  write('style-light.json', buildStyle('Milepost light', LIGHT, streets));
  write('style-dark.json', buildStyle('Milepost dark', DARK, streets));
  return `${tiles} tiles, ${network.nodes.length} junctions, ${network.edges.length} roads`;
}

const wanted = stamp();
if (readStamp() === wanted) {
  process.stdout.write('city: up to date\n');
} else {
  const began = performance.now();
  const draft = `${DIST}.${process.pid}.new`;
  const old = `${DIST}.${process.pid}.old`;
  try {
    mkdirSync(draft, { recursive: true });
    const summary = build(draft);
    writeFileSync(join(draft, 'stamp'), wanted);
    // A reader finds the old folder or the new one, never an incomplete one.
    rmSync(old, { recursive: true, force: true });
    try {
      renameSync(DIST, old);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
    renameSync(draft, DIST);
    process.stdout.write(`city: ${summary}, ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
  } finally {
    rmSync(draft, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}
