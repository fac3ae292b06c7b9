import { findCoast } from './coast.ts';
import type { Coast } from './coast.ts';
import { buildOutlets, buildPlaces, buildSuburbs } from './gazetteer-build.ts';
import type { Outlet } from './gazetteer-build.ts';
import { packNetwork } from './graph-format.ts';
import { buildNetwork } from './network-build.ts';
import { toPlaces } from './places.ts';
import type { Places } from './places.ts';
import { toGraph, unpackNetwork } from './road-graph.ts';
import type { RoadGraph } from './road-graph.ts';
import { readSource, sourceBounds, sourceFolder } from './source.ts';

interface TestCity {
  graph: RoadGraph;
  outlets: Outlet[];
  places: Places;
  coast: () => Coast;
}

let made: TestCity | undefined;

/**
 * Builds the demo city in memory, so that tests do not depend on when it was built. Built once per process, which takes
 * seconds; it must not be mutated.
 */
export function cityForTests(): TestCity {
  made ??= make();
  return made;
}

function make(): TestCity {
  const features = readSource(sourceFolder());
  const suburbs = buildSuburbs(features);
  return {
    graph: toGraph(unpackNetwork(packNetwork(buildNetwork(features)))),
    outlets: buildOutlets(features, suburbs),
    places: toPlaces(buildPlaces(features, suburbs)),
    coast: () => findCoast(features, sourceBounds(sourceFolder())),
  };
}
