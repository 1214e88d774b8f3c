import type { MatcherState } from 'vitest';
import { UsageError } from '../../src/base/errors.ts';
import type { EvaluatedRun } from '../../src/eval/run.ts';
import { verdictLine } from '../../src/eval/summary/decision/verdict-text.ts';
import { type DecisionSummary, summarizeDecisions } from '../../src/summary/decisions.ts';
import { fails, kindOf, localeFor, type Outcome } from './matcher.ts';

/** Passes where the suite that decides took the path: an undecided run, or a part of one, took no path and no other. */
export function toDecidePath(this: MatcherState, received: unknown, path: string, suite?: string): Outcome {
	const run = requireRun(received);
	const summary = decisionOf(run, suite);
	const known = summary.decision.paths.map(({ name }) => name);
	if (!known.includes(path)) {
		throw new UsageError(`toDecidePath: suite ${summary.suite.name} has no path ${path}`, {
			hint: `There are ${known.join(', ')}.`,
		});
	}
	const locale = localeFor(run.header.app?.language);
	const line = verdictLine(summary);
	const taken = summary.verdict.path;
	if (taken === undefined) return fails(this, locale.noPath(line));
	const message = (): string => (taken === path ? locale.samePath : locale.path)(path, line);
	return { pass: taken === path, message, expected: path, actual: taken };
}

function requireRun(received: unknown): EvaluatedRun {
	const { log = received } = (received ?? {}) as { readonly log?: unknown };
	const { header, samples } = (log ?? {}) as Partial<EvaluatedRun>;
	if (header !== undefined && Array.isArray(samples)) return log as EvaluatedRun;
	const promised = received instanceof Promise;
	throw new UsageError(`toDecidePath: takes a run, and was given ${promised ? 'a promise of one' : kindOf(received)}`, {
		hint: promised ? 'Await it: expect(await evaluate()).' : 'Give it what `evaluate` of gemmarkTest answers.',
	});
}

function decisionOf(run: EvaluatedRun, name: string | undefined): DecisionSummary {
	const deciding = summarizeDecisions(run).filter(({ suite }) => name === undefined || suite.name === name);
	const [first, ...others] = deciding;
	if (first !== undefined && others.length === 0) return first;
	const names = deciding.map(({ suite }) => suite.name).join(', ');
	throw new UsageError(
		`toDecidePath: ${first === undefined ? 'no suite of the run decides' : `several suites decide: ${names}`}`,
		{
			hint: "Name the suite that does: toDecidePath('A', 'prefix').",
		},
	);
}
