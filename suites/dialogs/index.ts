export type { DialogSample } from '../../src/index.ts';
export { type DialogsSuiteOptions, dialogsSuite } from './dialogs-suite.ts';
export { dialogsKind } from './kind.ts';
