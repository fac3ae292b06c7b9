import { z } from 'zod';
import { Empty, Id, listOutput, text } from './common.ts';
import { grant, route } from './route.ts';

/** The path of a list's screen. */
const ListPath = z
  .string()
  .max(80)
  .regex(/^(?:\/[a-z0-9-]+)+$/);
const Columns = z.array(z.string().max(40)).max(100);

const ViewFields = z.object({
  list: ListPath,
  name: text(60),
  /** The query of the address: search, filters, sorting. */
  query: z
    .string()
    .max(1500)
    .regex(/^[\x21-\x7e]*$/),
  /** The columns that a person chose to show or to hide; the width decides for all others. */
  shown: Columns,
  hidden: Columns,
});

/** The settings of a list, saved under a name. */
export const ListView = ViewFields.extend({
  id: Id,
  /** Shared with everybody in the organisation. */
  shared: z.boolean(),
});
export type ListView = z.infer<typeof ListView>;

const organisations = grant('organisations');
const saved = z.object({ view: ListView });

export const listViewRoutes = {
  /** The caller's views of a list and those of the organisation, by name. */
  'get-list-views': route({
    access: 'person',
    limited: 'allowed',
    example: { list: '/vehicle-info' },
    bounds: {
      'rows[]': 'a hundred of one’s own and of the organisation',
      'rows[].shown[]': 'a hundred columns, by the input',
      'rows[].hidden[]': 'a hundred columns, by the input',
    },
    input: z.object({ list: ListPath }),
    output: listOutput(ListView),
  }),
  /** Saves a view of the caller; a view of the same name is replaced. */
  'save-list-view': route({
    access: 'person',
    limited: 'allowed',
    example: { list: '/vehicle-info', name: 'Vans', query: 'search=van', shown: [], hidden: [] },
    bounds: { 'view.shown[]': 'a hundred columns, by the input', 'view.hidden[]': 'a hundred columns, by the input' },
    input: ViewFields,
    output: saved,
  }),
  'delete-list-view': route({
    access: 'person',
    limited: 'allowed',
    subject: 'view',
    example: { id: 999_999 },
    input: z.object({ id: Id }),
    output: Empty,
  }),
  /** Saves a view for everybody in the organisation; a view of the same name is replaced. */
  'share-list-view': route({
    access: organisations('edit'),
    limited: 'denied',
    example: { list: '/vehicle-info', name: 'Vans', query: 'search=van', shown: [], hidden: [] },
    bounds: { 'view.shown[]': 'a hundred columns, by the input', 'view.hidden[]': 'a hundred columns, by the input' },
    input: ViewFields,
    output: saved,
  }),
  'unshare-list-view': route({
    access: organisations('edit'),
    limited: 'denied',
    subject: 'view',
    example: { id: 999_999 },
    input: z.object({ id: Id }),
    output: Empty,
  }),
};
