import { MOST_ROWS } from '../store/page.ts';
import { CODE, INPUT } from './bounds.ts';

const OWN = 'MOST_OWN_FIELDS of the contract';
const AREAS = 'MOST_AREAS of the contract';
const CORNERS = 'MOST_CORNERS of the contract';
const STOPS = 'MOST_STOPS of the contract';
const BESIDE = 'MOST_STOPS of the contract, and MOST_BESIDE of the contract';
const VEHICLES = 'MOST_RUN_VEHICLES of the contract';
const PRODUCTS = 'MOST_PRODUCTS of the contract';
const DAYS = 'the days of a week';
const TOLD = 'MOST_TOLD of the store';
const RUN_CHANGES = 'MOST_STOPS of the contract, each with what may change about it';

/** Lists in answers about territories, outlets, routes and runs. */
export const DISTRIBUTION = {
  'get-territory-list.rows[]': MOST_ROWS,
  'get-territory-list.rows[].areas[]': AREAS,
  'get-territory-list.rows[].areas[][]': CORNERS,
  'get-territory-by-id.territory.areas[]': AREAS,
  'get-territory-by-id.territory.areas[][]': CORNERS,
  'save-territory.territory.areas[]': AREAS,
  'save-territory.territory.areas[][]': CORNERS,
  'restore-territory.territory.areas[]': AREAS,
  'restore-territory.territory.areas[][]': CORNERS,
  'get-territory-choices.people[]': MOST_ROWS,
  'get-outlet-list.rows[].own[]': OWN,
  'get-outlet-list.rows[].area[]': CORNERS,
  'get-outlet-by-id.outlet.own[]': OWN,
  'get-outlet-by-id.outlet.area[]': CORNERS,
  'save-outlet.outlet.own[]': OWN,
  'save-outlet.outlet.area[]': CORNERS,
  'restore-outlet.outlet.own[]': OWN,
  'restore-outlet.outlet.area[]': CORNERS,
  'get-outlet-map.rows[]': MOST_ROWS,
  'propose-route-order.given.stops[]': INPUT,
  'propose-route-order.proposed.stops[]': INPUT,
  'get-route-list.rows[].plan.weekdays[]': DAYS,
  'get-route-by-id.plans[]': 'MOST_PLANS of the contract',
  'get-route-by-id.plans[].weekdays[]': DAYS,
  'get-route-by-id.plans[].stops[]': STOPS,
  'save-route-plan.plan.weekdays[]': DAYS,
  'save-route-plan.plan.stops[]': STOPS,
  'restore-route-plan.plan.weekdays[]': DAYS,
  'restore-route-plan.plan.stops[]': STOPS,
  'get-route-choices.vehicles[]': MOST_ROWS,
  'get-route-choices.drivers[]': MOST_ROWS,
  'get-route-choices.depots[]': MOST_ROWS,
  'get-route-outlets.rows[]': MOST_ROWS,
  'get-run-list.rows[]': MOST_ROWS,
  'get-run-by-id.run.stops[]': STOPS,
  'get-run-by-id.run.vehicles[]': VEHICLES,
  'get-run-by-id.run.load.products[]': PRODUCTS,
  'get-run-by-id.run.history[]': TOLD,
  'get-run-by-id.run.history[].changes[]': RUN_CHANGES,
  'get-run-link-list.rows[]': MOST_ROWS,
  'get-run-words.stops[]': 'MOST_RUN_WORDS of the contract',
  'get-run-words.stops[].signature[]': 'MOST_STROKES of the contract, by the input',
  'get-run-words.stops[].signature[][]': 'MOST_NUMBERS of the contract, by the input',
  'get-run-words.stops[].photos[]': 'MOST_WORD_PHOTOS of the contract',
  'get-stop-words.words[]': 'MOST_STOP_WORDS of the contract',
  'get-stop-words.words[].signature[]': 'MOST_STROKES of the contract, by the input',
  'get-stop-words.words[].signature[][]': 'MOST_NUMBERS of the contract, by the input',
  'get-stop-words.words[].photos[]': 'MOST_WORD_PHOTOS of the contract',
  'get-driver-run.run.stops[]': STOPS,
  'change-run.run.stops[]': STOPS,
  'change-run.run.vehicles[]': VEHICLES,
  'change-run.run.load.products[]': PRODUCTS,
  'change-run.run.history[]': TOLD,
  'change-run.run.history[].changes[]': RUN_CHANGES,
  'get-run-day.rows[].stops[]': BESIDE,
  'get-run-day.counts{}': CODE,
  'get-run-day-figures.territories[]': 'MOST_COMPARED of the contract',
  'get-run-day-figures.depots[]': 'MOST_DEPOTS of the contract',
  'get-run-facts.fact.run.stops[]': STOPS,
  'get-run-facts.fact.run.vehicles[]': VEHICLES,
  'get-run-facts.fact.run.load.products[]': PRODUCTS,
  'get-run-facts.fact.run.history[]': TOLD,
  'get-run-facts.fact.run.history[].changes[]': RUN_CHANGES,
  'get-run-facts.fact.stops[]': BESIDE,
  'get-run-facts.fact.changes[]': 'MOST_FACT_CHANGES of the contract',
  'add-run.run.stops[]': STOPS,
  'add-run.run.vehicles[]': VEHICLES,
  'add-run.run.load.products[]': PRODUCTS,
  'add-run.run.history[]': TOLD,
  'add-run.run.history[].changes[]': RUN_CHANGES,
} as const;
