/** gemmark in vitest: a test with an app and its model, and matchers that this import registers. */

import { expect } from 'vitest';
import { matchers } from './matchers/index.ts';

export type { GemmarkTestOptions } from './app.ts';
export type { AskedTurn } from './asked.ts';
export { type AskOptions, type GemmarkFixtures, gemmarkTest } from './gemmark-test.ts';

expect.extend(matchers);
