/** The loadable scripts of the specification (section 9), and the chunk of ours that serves each one's purpose. */
const ASSETS = {
  'form.min': () => import('../form/record-form.tsx'),
  'map.min': () => import('../map/base-map.ts'),
  tinymce: () => import('../rich-text/rich-text-editor.tsx'),
  lightgallery: () => import('../light-box/light-box-view.tsx'),
  'dataTables.buttons': () => import('../data-table/export-menu.tsx'),
  'editable-table': () => import('../editable-table/editable-table.tsx'),
  'buttons.flash': () => import('../export/csv-file.ts'),
  jszip: () => import('../export/xlsx.ts'),
  'buttons.html5': () => import('../export/pdf.ts'),
  'buttons.print': () => import('../export/print-table.ts'),
  'bootstrap-colorpicker': () => import('../color-field/color-field.tsx'),
  'ion.rangeSlider': () => import('../range-slider/range-slider.tsx'),
  googleapi: () => import('../../map/map-library.ts'),
} satisfies Record<string, () => Promise<unknown>>;

export type AssetName = keyof typeof ASSETS;
export const ASSET_NAMES = Object.keys(ASSETS).filter((name): name is AssetName => name in ASSETS);

export interface LoadedAsset {
  script: string;
  loaded: boolean;
  status: 'Loaded' | 'Already Loaded' | 'Failed';
}

type Importers = Readonly<Record<string, () => Promise<unknown>>>;

/**
 * A loader of scripts by name. Each is fetched once, however often it is asked for. It never rejects: a script that
 * fails to load, or that nobody knows, resolves with `loaded` false (specification, section 7) and is tried again
 * the next time.
 */
export function createAssetLoader(importers: Importers) {
  const loads = new Map<string, Promise<LoadedAsset>>();

  async function fetchScript(script: string): Promise<LoadedAsset> {
    try {
      const importer = Object.hasOwn(importers, script) ? importers[script] : undefined;
      if (!importer) throw new Error(`Nothing is known as ${script}`);
      await importer();
      return { script, loaded: true, status: 'Loaded' };
    } catch (error) {
      console.error(`The script ${script} did not load`, error);
      loads.delete(script);
      return { script, loaded: false, status: 'Failed' };
    }
  }

  return async (script: string): Promise<LoadedAsset> => {
    const known = loads.get(script);
    if (known) {
      const result = await known;
      return result.loaded ? { ...result, status: 'Already Loaded' } : result;
    }
    const load = fetchScript(script);
    loads.set(script, load);
    return load;
  };
}

/** Loads one of the scripts of section 9 by its name; see `createAssetLoader`. */
export const loadAsset: (script: AssetName) => Promise<LoadedAsset> = createAssetLoader(ASSETS);

/** Loads several at once; the answers are in the order of the names. */
export const loadAssets = (...scripts: readonly AssetName[]): Promise<LoadedAsset[]> =>
  Promise.all(scripts.map((script) => loadAsset(script)));
