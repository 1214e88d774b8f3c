import type { Catalogue, Code } from '../../src/base/message.ts';
import type { TerminalCode } from '../../src/base/messages.ts';
import { browser } from './core-ko/browser.ts';
import { device } from './core-ko/device.ts';
import { engine } from './core-ko/engine.ts';
import { field } from './core-ko/field.ts';
import { gate } from './core-ko/gate.ts';
import { lint } from './core-ko/lint.ts';
import { run } from './core-ko/run.ts';
import { score } from './core-ko/score.ts';
import { server } from './core-ko/server.ts';

type Korean = typeof browser &
	typeof device &
	typeof engine &
	typeof field &
	typeof gate &
	typeof lint &
	typeof run &
	typeof score &
	typeof server;

/** What the core says, in Korean. A missing code, or a param that English does not have, does not compile. */
export const coreKo: Catalogue<Korean, Exclude<Code, TerminalCode>> = {
	...browser,
	...device,
	...engine,
	...field,
	...gate,
	...lint,
	...run,
	...score,
	...server,
};
