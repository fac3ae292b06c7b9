import type { Values } from '../../imports/import-descriptor.ts';

const PREFIX = 'own:';

/** The custom fields from the column `own`, by the fields of an import. */
export const ownIn = (own: Values): Values =>
  Object.fromEntries(Object.entries(own).map(([id, value]) => [`${PREFIX}${id}`, value]));

/** The column `own` for these values. */
export const ownOf = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) =>
      field.startsWith(PREFIX) && value !== null ? [[field.slice(PREFIX.length), value]] : [],
    ),
  );
