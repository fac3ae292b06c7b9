import { z } from 'zod';
import { MENU_KEYS } from './menus.ts';

/** The menus that a role can be granted; each is a row of the table `menus` under the same key. */
export const MenuKey = z.enum(MENU_KEYS);
export type MenuKey = z.infer<typeof MenuKey>;

export const Action = z.enum(['view', 'create', 'edit', 'delete']);
export type Action = z.infer<typeof Action>;

/** One entry of the server-built menu (specification, section 3). Shown when CM is 0 or 1. */
export interface MenuItem {
  id: number;
  title: string;
  /** Route without a leading slash; empty for an entry that only opens its submenu. */
  path: string;
  class: string;
  /** Name of a Tabler icon in kebab-case, such as `map-pin`. */
  icon: string;
  CM: number;
  submenu: MenuItem[];
}

export const MenuItem: z.ZodType<MenuItem> = z.lazy(() =>
  z.object({
    id: z.number().int(),
    title: z.string(),
    path: z.string(),
    class: z.string(),
    icon: z.string(),
    CM: z.number().int(),
    submenu: z.array(MenuItem),
  }),
);
