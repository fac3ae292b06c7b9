/** Stands in for deck.gl's view of a globe, which it would make where the map is one. */
export default function GlobeView(): never {
  throw new Error('The maps of this application are flat.');
}
