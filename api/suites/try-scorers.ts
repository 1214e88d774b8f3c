import { ConfigError } from '../../src/errors/gemmark-error.ts';
import type { AppUnderTest } from '../../src/eval/app.ts';
import type { Transcript } from '../../src/eval/sample.ts';
import { scoreSample } from '../../src/eval/score/score-sample.ts';
import type { Suite } from '../../src/eval/suite.ts';
import { singleLine } from '../../src/text/normalize-text.ts';
import type { TriedApp } from '../try-app.ts';
import { answerTurn, callTurn } from './made-up-turn.ts';

/**
 * Runs every scorer on the suite's first sample and two made-up turns: an answer, and a call of the app's first tool.
 * Throws {@link ConfigError} naming config, suite and scorer for one that throws or gives what is no score, and for
 * groups that no log could carry, before any model is asked.
 */
export function tryScorers(suite: Suite, app: AppUnderTest, { tools, state }: TriedApp, file: string): void {
	tryGroups(suite, file);
	const [sample] = suite.samples;
	if (sample === undefined) return;
	const turns: readonly (readonly [string, Transcript])[] = [
		['an answer without a call', answerTurn(sample, state)],
		...tools.slice(0, 1).map((tool) => [`a call of ${tool}`, callTurn(sample, tool, state)] as const),
	];
	for (const [shown, turn] of turns) {
		const scores = scoreSample(suite, sample, turn, { language: app.language ?? 'ko' });
		const failed = Object.entries(scores).find(([, { unscored }]) => unscored === 'scorer-failed');
		if (failed === undefined) continue;
		const [scorer, { detail = '' }] = failed;
		throw new ConfigError(
			`${file}: suite ${suite.name}: scorer ${scorer}, tried on sample ${sample.id} and ${shown}: ${problemOf(detail)}`,
			{
				hint: 'A scorer gives true or false (of a number, the number), { value, reason }, or undefined; at once, not later.',
			},
		);
	}
}

/** Groups are told by the sample alone, so that every one can be asked for its own. */
function tryGroups(suite: Suite, file: string): void {
	for (const sample of suite.groups === undefined ? [] : suite.samples) {
		const problem = groupsProblem(() => suite.groups?.(sample));
		if (problem === undefined) continue;
		throw new ConfigError(`${file}: suite ${suite.name}: groups, tried on sample ${sample.id}: ${problem}`, {
			hint: "Give an object of texts, such as { kind: 'chain' }; leave out what a sample has not.",
		});
	}
}

function groupsProblem(groups: () => unknown): string | undefined {
	let given: unknown;
	try {
		given = groups();
	} catch (thrown) {
		return singleLine(`throws ${String(thrown)}`).slice(0, 300);
	}
	if (typeof given !== 'object' || given === null || Array.isArray(given) || given instanceof Promise) {
		return `returned ${singleLine(String(given)).slice(0, 100)}, which is no object`;
	}
	const other = Object.entries(given).find(([, group]) => typeof group !== 'string');
	return other === undefined ? undefined : `${other[0]}: must be text, not ${typeof other[1]}`;
}

function problemOf(detail: string): string {
	return singleLine(detail.startsWith('returned ') ? detail : `throws ${detail}`);
}
