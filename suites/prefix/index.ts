export { prefixKind } from './kind.ts';
export { type PrefixSuiteOptions, prefixSuite } from './prefix-suite.ts';
export type { PrefixSample } from './sample.ts';
