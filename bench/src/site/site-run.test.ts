import { expect, it } from 'vitest';
import { benchSite } from './site-run.ts';
import { findSiteTools } from './site-tools.ts';

const tools = findSiteTools(process.env['SITE_TOOLS']);

it.skipIf(typeof tools === 'string')(
  `loses and doubles nothing when parts of a site under Patroni are lost (${typeof tools === 'string' ? tools : 'with SITE_TOOLS'})`,
  { timeout: 300_000 },
  async () => {
    if (typeof tools === 'string') return;
    const faults = ['database process killed', 'switch-over', 'machine of the primary lost'];
    const { rows, acknowledged } = await benchSite({ tools, devices: 8, rate: 100, faults, log: () => {} });
    expect(acknowledged).toBeGreaterThan(0);
    expect(rows.map(({ fault }) => fault)).toEqual(faults);
    for (const { lost, doubled, strange } of rows)
      expect({ lost, doubled, strange }).toEqual({ lost: 0, doubled: 0, strange: 0 });
  },
);
