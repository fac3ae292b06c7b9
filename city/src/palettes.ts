/** Colours of a basemap: muted, so that vehicles and alarms stand out. */
export interface Palette {
  land: string;
  sea: string;
  shore: string;
  border: string;
  built: string;
  industrial: string;
  industrialLine: string;
  grass: string;
  wood: string;
  park: string;
  pitch: string;
  sand: string;
  building: string;
  buildingLine: string;
  rail: string;
  path: string;
  minor: string;
  minorFar: string;
  minorCasing: string;
  middle: string;
  middleCasing: string;
  major: string;
  majorCasing: string;
  halo: string;
  streetText: string;
  placeText: string;
  poiText: string;
  parkText: string;
}

export const LIGHT: Palette = {
  land: '#f5f5f2',
  sea: '#c9deed',
  shore: '#b4cfe2',
  border: '#cdcdc6',
  built: '#f0f0ec',
  industrial: '#efece8',
  industrialLine: '#e2ded8',
  grass: '#e8f0e0',
  wood: '#d9e8d0',
  park: '#dbebd3',
  pitch: '#d3e7d0',
  sand: '#f3ead2',
  building: '#e9e8e4',
  buildingLine: '#dddcd7',
  rail: '#d0cfcb',
  path: '#dedbd3',
  minor: '#ffffff',
  minorFar: '#dfdfda',
  minorCasing: '#e4e4df',
  middle: '#ffffff',
  middleCasing: '#dadad4',
  major: '#fcecc4',
  majorCasing: '#e9d5a2',
  halo: '#fbfbf9',
  streetText: '#7d8088',
  placeText: '#5b616e',
  poiText: '#8c8f96',
  parkText: '#6d8f63',
};

export const DARK: Palette = {
  land: '#11161d',
  sea: '#0a121d',
  shore: '#1b2a3a',
  border: '#2b3440',
  built: '#131922',
  industrial: '#151b23',
  industrialLine: '#1f2731',
  grass: '#131c1b',
  wood: '#13211c',
  park: '#14231d',
  pitch: '#172821',
  sand: '#1d1e1c',
  building: '#19202a',
  buildingLine: '#222b36',
  rail: '#2a323d',
  path: '#222a34',
  minor: '#252e3a',
  minorFar: '#1f2731',
  minorCasing: '#161c25',
  middle: '#2d3846',
  middleCasing: '#171e27',
  major: '#3d4b5c',
  majorCasing: '#1a222c',
  halo: '#10151c',
  streetText: '#77818f',
  placeText: '#98a3b2',
  poiText: '#667080',
  parkText: '#5c8068',
};
