import { browser } from './messages/browser.ts';
import { command } from './messages/command.ts';
import { config } from './messages/config.ts';
import { corpus } from './messages/corpus.ts';
import { device } from './messages/device.ts';
import { engine } from './messages/engine.ts';
import { field } from './messages/field.ts';
import { lint } from './messages/lint.ts';
import { run } from './messages/run.ts';
import { score } from './messages/score.ts';
import { server } from './messages/server.ts';
import { usage } from './messages/usage.ts';

/** The English catalogue defines all codes and the params of each sentence. */
export type English = typeof browser &
	typeof command &
	typeof config &
	typeof corpus &
	typeof device &
	typeof engine &
	typeof field &
	typeof lint &
	typeof run &
	typeof score &
	typeof server &
	typeof usage;

export const en: English = {
	...browser,
	...command,
	...config,
	...corpus,
	...device,
	...engine,
	...field,
	...lint,
	...run,
	...score,
	...server,
	...usage,
};

/** Codes that only the command line prints, in English alone. */
export type TerminalCode = keyof typeof command | keyof typeof config | keyof typeof corpus | keyof typeof usage;
