import { followSystem } from './appearance-store.ts';
import { localStore } from '../../api/local-store.ts';

/** Who has no account has chosen no appearance: light or dark then, as the phone is. */
export function showAsSystem(): void {
  if (localStore.getItem('theme') === null) followSystem();
}
