import type { EvaluatedSuite } from '../../../src/eval/run.ts';
import type { SuiteView } from '../samples.ts';
import { framesView } from './frames.ts';
import { prefixView } from './prefix.ts';
import { toolsView } from './tools.ts';

/** The rich view that a suite declares; undefined if none or unknown. */
export function viewOf({ view }: EvaluatedSuite): SuiteView | undefined {
	return view === undefined ? undefined : VIEWS.get(view);
}

const VIEWS: ReadonlyMap<string, SuiteView> = new Map([
	['prefix', prefixView],
	['frames', framesView],
	['tools', toolsView],
	['dialogs', toolsView],
]);
