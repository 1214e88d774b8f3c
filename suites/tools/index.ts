export { toolsKind } from './kind.ts';
export type { ToolSample } from './sample.ts';
export { type ToolsSuiteOptions, toolsSuite } from './tools-suite.ts';
