import { z } from 'zod';

/** An entry of the menu built by the server (specification, section 3). Shown if CM is 0 or 1. */
export interface MenuItem {
  id: number;
  title: string;
  /** The path without a leading slash; empty for an entry that only opens its submenu. */
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
