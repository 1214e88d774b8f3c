import type { SampleResult } from '../src/eval/sample.ts';
import type { LogFailure } from '../src/log/record.ts';
import type { LoadedHeader } from './loaded-app.ts';

/** What a test tells the reporter, which runs in another process: plain data alone. */
export interface ToldTest {
	/** Of every attempt. */
	readonly samples: SampleResult[];
	readonly failures: LogFailure[];
}

declare module 'vitest' {
	interface TaskMeta {
		/** What the test asked. */
		gemmark?: ToldTest;
		/** Of a file: the target that its tests asked. */
		gemmarkTarget?: LoadedHeader;
	}
}
