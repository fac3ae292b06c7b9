import { z } from 'zod';
import { Empty, Id, listOutput, text } from './common.ts';
import { ID_INPUT } from './record-calls.ts';
import { grant, operation } from './operation.ts';

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

export const listViewOperations = {
  'get-list-views': operation({
    summary: "Lists the saved views of a list by name: the caller's own and those of the organisation.",
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
  'save-list-view': operation({
    summary: 'Saves a view of a list for the caller and replaces one of the same name.',
    access: 'person',
    limited: 'allowed',
    audit: 'list-view',
    errors: [409],
    unversioned: 'is saved by its name, and one of the same name is meant to be replaced',
    example: { list: '/vehicle-info', name: 'Vans', query: 'search=van', shown: [], hidden: [] },
    bounds: { 'view.shown[]': 'a hundred columns, by the input', 'view.hidden[]': 'a hundred columns, by the input' },
    input: ViewFields,
    output: saved,
  }),
  'delete-list-view': operation({
    summary: 'Deletes a view of the caller.',
    access: 'person',
    limited: 'allowed',
    subject: 'view',
    audit: 'list-view',
    errors: [404],
    unversioned: 'deletes the whole record, whoever changed it last',
    ...ID_INPUT,
    output: Empty,
  }),
  'share-list-view': operation({
    summary: 'Saves a view of a list for everybody in the organisation and replaces one of the same name.',
    access: organisations('edit'),
    limited: 'denied',
    audit: 'list-view',
    errors: [409],
    unversioned: 'is saved by its name, and one of the same name is meant to be replaced',
    example: { list: '/vehicle-info', name: 'Vans', query: 'search=van', shown: [], hidden: [] },
    bounds: { 'view.shown[]': 'a hundred columns, by the input', 'view.hidden[]': 'a hundred columns, by the input' },
    input: ViewFields,
    output: saved,
  }),
  'unshare-list-view': operation({
    summary: 'Deletes a view of the organisation.',
    access: organisations('edit'),
    limited: 'denied',
    subject: 'view',
    audit: 'list-view',
    errors: [404],
    unversioned: 'deletes the whole record, whoever changed it last',
    ...ID_INPUT,
    output: Empty,
  }),
};
