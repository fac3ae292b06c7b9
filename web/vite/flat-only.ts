/** Stands in for deck.gl's view of a globe, which it would take where the map is one. */
export default class GlobeView {
  constructor() {
    throw new Error('The maps of this application are flat.');
  }
}
