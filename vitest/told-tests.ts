import type { SampleResult } from '../src/eval/sample.ts';
import type { LogFailure } from '../src/log/record.ts';
import type { LoadedHeader } from '../src/run/session.ts';

/** What a test tells the reporter, which runs in another process: plain data alone. */
export interface ToldTest {
	/** Place among the file's targets. */
	readonly target: number;
	/** Of every attempt. */
	readonly samples: SampleResult[];
	readonly failures: LogFailure[];
	/** What puts the measures of its model in doubt, so far. */
	doubts: readonly string[];
}

declare module 'vitest' {
	interface TaskMeta {
		/** What the test asked. */
		gemmark?: ToldTest;
		/** Of a file: the targets that its tests asked. */
		gemmarkTargets?: LoadedHeader[];
	}
}
