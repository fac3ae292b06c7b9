import type { ScreenTexts } from '../texts-like.ts';
import { joinTexts } from '../join-texts.ts';
import administration from './administration.json' with { type: 'json' };
import alarms from './alarms.json' with { type: 'json' };
import controls from './controls.json' with { type: 'json' };
import deliveries from './deliveries.json' with { type: 'json' };
import devices from './devices.json' with { type: 'json' };
import fleet from './fleet.json' with { type: 'json' };
import history from './history.json' with { type: 'json' };
import kinds from './kinds.json' with { type: 'json' };
import map from './map.json' with { type: 'json' };
import reporting from './reporting.json' with { type: 'json' };
import upkeep from './upkeep.json' with { type: 'json' };
import { CONDITION_FIELDS, CONDITIONS } from './conditions.ts';

/** The texts that the browser loads with the first screen other than the live map. */
export const texts = joinTexts(
  administration,
  alarms,
  controls,
  deliveries,
  devices,
  fleet,
  history,
  kinds,
  map,
  reporting,
  upkeep,
  { condition: CONDITIONS, 'condition-field': CONDITION_FIELDS },
) satisfies ScreenTexts;
