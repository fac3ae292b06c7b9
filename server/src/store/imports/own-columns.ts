import type { Values } from '../../imports/import-descriptor.ts';

const PREFIX = 'own:';

/** What own fields say, as the column `own` holds it, by the fields of an import. */
export const ownIn = (own: Values): Values =>
  Object.fromEntries(Object.entries(own).map(([id, value]) => [`${PREFIX}${id}`, value]));

/** The column `own` of a record that says this. */
export const ownOf = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) =>
      field.startsWith(PREFIX) && value !== null ? [[field.slice(PREFIX.length), value]] : [],
    ),
  );
