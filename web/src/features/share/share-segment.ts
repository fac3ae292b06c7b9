// Apart from the live map, which a person without an account does not load.
export { SharedPage } from './shared-page.tsx';
