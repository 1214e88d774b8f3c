export { frameSuite } from './frame-suite.ts';
