import { expect, test, vi } from 'vitest';
import { ASSET_NAMES, createAssetLoader } from './load-asset.ts';

test('the names are those of the specification, section 9', () => {
  expect(ASSET_NAMES).toEqual([
    'form.min',
    'map.min',
    'tinymce',
    'lightgallery',
    'dataTables.buttons',
    'editable-table',
    'buttons.flash',
    'jszip',
    'buttons.html5',
    'buttons.print',
    'bootstrap-colorpicker',
    'ion.rangeSlider',
    'googleapi',
  ]);
});

test('a script is loaded once, and reported as loaded the next time', async () => {
  const editor = vi.fn(() => Promise.resolve({}));
  const { load } = createAssetLoader({ editor });
  expect(await load('editor')).toEqual({ script: 'editor', loaded: true, status: 'Loaded' });
  expect(await load('editor')).toEqual({ script: 'editor', loaded: true, status: 'Already Loaded' });
  await Promise.all([load('editor'), load('editor')]);
  expect(editor).toHaveBeenCalledTimes(1);
});

test('one that fails resolves with loaded false, and is retried', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const editor = vi.fn<() => Promise<unknown>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue({});
  const { load } = createAssetLoader({ editor });
  const both = await Promise.all([load('editor'), load('editor')]);
  expect(both.map(({ loaded }) => loaded)).toEqual([false, false]);
  expect(await load('editor')).toEqual({ script: 'editor', loaded: true, status: 'Loaded' });
});

test('an unknown name resolves with loaded false', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(await createAssetLoader({}).load('toString')).toEqual({ script: 'toString', loaded: false, status: 'Failed' });
});

test('scripts that the application took itself are loaded already', async () => {
  const editor = vi.fn(() => Promise.resolve({ version: 3 }));
  const { load, take } = createAssetLoader({ editor });
  expect((await take('editor')).version).toBe(3);
  expect(await load('editor')).toEqual({ script: 'editor', loaded: true, status: 'Already Loaded' });
  expect(editor).toHaveBeenCalledTimes(1);
});

test('a failed take rejects, and is retried', async () => {
  const editor = vi.fn<() => Promise<number>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(3);
  const { load, take } = createAssetLoader({ editor });
  await expect(take('editor')).rejects.toThrow('offline');
  expect(await load('editor')).toEqual({ script: 'editor', loaded: true, status: 'Loaded' });
});
