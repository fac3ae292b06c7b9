/** The loadable scripts of the specification (section 9), and our chunk that serves the purpose of each. */
const ASSETS = {
  'form.min': () => import('../form/record-form.tsx'),
  'map.min': () => import('../map/base-map.ts'),
  tinymce: () => import('../rich-text/rich-text-editor.tsx'),
  lightgallery: () => import('../light-box/light-box-view.tsx'),
  'dataTables.buttons': () => import('../export/format-items.tsx'),
  'editable-table': () => import('../editable-table/editable-table.tsx'),
  'buttons.flash': () => import('../export/csv-file.ts'),
  jszip: () => import('../export/xlsx.ts'),
  'buttons.html5': () => import('../export/pdf.ts'),
  'buttons.print': () => import('../export/print-table.ts'),
  'bootstrap-colorpicker': () => import('../color-field/color-picker.tsx'),
  'ion.rangeSlider': () => import('../range-slider/range-slider.tsx'),
  googleapi: () => import('../../map/map-library.ts'),
} satisfies Record<string, () => Promise<unknown>>;

type Modules = { [Name in keyof typeof ASSETS]: Awaited<ReturnType<(typeof ASSETS)[Name]>> };
type Importers<Loaded> = { readonly [Name in keyof Loaded]: () => Promise<Loaded[Name]> };

export type AssetName = keyof Modules;
export const ASSET_NAMES = Object.keys(ASSETS).filter((name): name is AssetName => name in ASSETS);

export interface LoadedAsset {
  script: string;
  loaded: boolean;
  status: 'Loaded' | 'Already Loaded' | 'Failed';
}

/**
 * Loads scripts by name, each only once however many requests there are. `load` never rejects: a script that fails to
 * load, or an unknown one, resolves with `loaded` false (specification, section 7) and is retried the next time. `take`
 * returns the script's exports, for the parts of the application that use it; it rejects if loading fails.
 */
export function createAssetLoader<Loaded>(importers: Importers<Loaded>) {
  const loads = new Map<string, Promise<unknown>>();
  const isKnown = (script: string): script is string & keyof Loaded => Object.hasOwn(importers, script);

  function take<Name extends string & keyof Loaded>(script: Name): Promise<Loaded[Name]> {
    const module = importers[script]();
    loads.set(script, module);
    module.catch(() => loads.delete(script));
    return module;
  }

  async function load(script: string): Promise<LoadedAsset> {
    const already = loads.get(script);
    try {
      if (!isKnown(script)) throw new Error(`Nothing is known as ${script}`);
      await (already ?? take(script));
      return { script, loaded: true, status: already ? 'Already Loaded' : 'Loaded' };
    } catch (error) {
      console.error(`The script ${script} did not load`, error);
      return { script, loaded: false, status: 'Failed' };
    }
  }
  return { load, take };
}

const loader = createAssetLoader<Modules>(ASSETS);

/** Loads one of the scripts of section 9 by its name; see `createAssetLoader`. */
export const loadAsset: (script: AssetName) => Promise<LoadedAsset> = loader.load;

/** The exports of one of the scripts of section 9, loaded by its name; rejects if it cannot be loaded. */
export const takeAsset = loader.take;
