import { osrm } from './osrm.ts';
import { type FetchBlock, type RouterForm, type RouterService } from './router.ts';
import { valhalla } from './valhalla.ts';
import { type RouterTiles, valhallaTiles } from './valhalla-tiles.ts';

const FORMS: Readonly<Record<RouterForm, (service: RouterService, userAgent: string) => FetchBlock>> = {
  osrm,
  valhalla,
};

export interface Router {
  ask: FetchBlock;
  stop: () => Promise<void>;
}

/**
 * A client of the configured router: a service with one of the supported APIs, or a local engine. @throws StartError
 */
export const openRouter = (settings: RouterService | RouterTiles, userAgent: string): Router =>
  settings.form === 'tiles'
    ? valhallaTiles(settings)
    : { ask: FORMS[settings.form](settings, userAgent), stop: async () => {} };
