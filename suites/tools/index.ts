export type { ToolSample } from './sample.ts';
export { type ToolsSuiteOptions, toolsSuite } from './tools-suite.ts';
export { toolsKind } from './kind.ts';
