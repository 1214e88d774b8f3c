import { UsageError } from '../../src/base/errors.ts';
import type { EvaluatedRun } from '../../src/eval/run.ts';
import { givenText } from '../../src/text/given-options.ts';
import type { Run } from '../evaluate.ts';

/** The log of a run, or what is one; code without types may give its folder. Throws UsageError. */
export function givenRun(run: Run | EvaluatedRun, who: string): EvaluatedRun {
	if (typeof run !== 'object' || run === null) {
		throw new UsageError(`${who}: a run or its log is wanted, not ${givenText(run)}`, { hint: HINT });
	}
	const log: unknown = 'log' in run ? run.log : run;
	if (isLog(log)) return log;
	throw new UsageError(`${who}: a run or its log is wanted, and this has no ${isObject(log) ? lackOf(log) : 'log'}`, {
		hint: HINT,
	});
}

const HINT = 'Read the one of a folder with readScoredRun.';

/** Of a header, what everything that looks at a run reads. */
const PARTS = ['model', 'engine', 'settings'] as const;

/** Whether it has what a run has; that all of it is right is for who reads a log. */
export function isLog(value: unknown): value is EvaluatedRun {
	return isObject(value) && lackOf(value) === undefined;
}

function lackOf({ header, samples }: Readonly<Record<string, unknown>>): string | undefined {
	if (!isObject(header)) return 'header';
	if (!Array.isArray(header.suites)) return 'header.suites';
	const part = PARTS.find((name) => !isObject(header[name]));
	if (part !== undefined) return `header.${part}`;
	return Array.isArray(samples) ? undefined : 'samples';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null;
}
