import { toCallTool } from './call.ts';
import { toBeValidFrame, toDecidePath, toHaveMeaningfulPrefix } from './texts.ts';

declare module 'vitest' {
	interface Matchers<R, T> {
		/** Some call of the turn is of this tool, with these arguments and no others where they are given. */
		toCallTool(name: string, args?: object): R;
		/** The text before the turn's first call says something worth keeping. */
		toHaveMeaningfulPrefix(): R;
		/** The frame, or one of the turn's, is one that an app would show; with a level, of that level's shape. */
		toBeValidFrame(level?: 'L2' | 'L3'): R;
		/** The run's decision took this path; `suite` names it where several decide. */
		toDecidePath(path: string, suite?: string): R;
	}
}

export const matchers = { toCallTool, toHaveMeaningfulPrefix, toBeValidFrame, toDecidePath };
