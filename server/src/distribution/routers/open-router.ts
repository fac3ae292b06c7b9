import { osrm } from './osrm.ts';
import { type AskBlock, type RouterForm, type RouterSettings } from './router.ts';
import { valhalla } from './valhalla.ts';

type Open = (settings: RouterSettings, userAgent: string) => AskBlock;

const FORMS: Readonly<Record<RouterForm, Open>> = { osrm, valhalla };

/** A client of the service of the settings, in its form. */
export const openRouter: Open = (settings, userAgent) => FORMS[settings.form](settings, userAgent);
