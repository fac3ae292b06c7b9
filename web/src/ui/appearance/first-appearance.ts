import { followSystem } from './appearance-store.ts';
import { localStore } from '../../api/local-store.ts';

/** Applies the phone's light or dark preference, since a person without an account has chosen no appearance. */
export function showAsSystem(): void {
  if (localStore.getItem('theme') === null) followSystem();
}
