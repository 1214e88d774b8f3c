import { ConfigError } from '../../src/base/errors.ts';
import type { AppUnderTest } from '../../src/eval/app.ts';
import type { Transcript } from '../../src/eval/sample.ts';
import { scoreSample } from '../../src/eval/scoring/score-sample.ts';
import type { Suite } from '../../src/eval/suite.ts';
import { groupsOf, OwnCodeFailure } from '../../src/eval/user-code.ts';
import { didYouMean } from '../../src/text/nearest-name.ts';
import { singleLine } from '../../src/text/text.ts';
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

function problemOf(detail: string): string {
	return singleLine(detail.startsWith('returned ') ? detail : `throws ${detail}`);
}

/** Asks for the groups of every sample. Throws {@link ConfigError} naming config, suite and sample, or a facet of no group. */
function tryGroups(suite: Suite, file: string): void {
	const groups = new Set<string>();
	try {
		for (const sample of suite.samples) {
			for (const name of Object.keys(groupsOf(suite, sample) ?? {})) groups.add(name);
		}
	} catch (cause) {
		if (!(cause instanceof OwnCodeFailure)) throw cause;
		throw new ConfigError(`${file}: ${cause.message}`, {
			hint: 'Groups are names and texts: { kind: sample.kind }.',
			cause,
		});
	}
	const facet = Object.keys(suite.facets ?? {}).find((name) => !groups.has(name.normalize('NFC')));
	if (facet === undefined) return;
	const given = groups.size === 0 ? 'groups() gives none' : `groups() gives ${[...groups].join(', ')}`;
	throw new ConfigError(
		`${file}: suite ${suite.name}: facets.${facet}: no sample has this group${didYouMean(facet, groups)}`,
		{
			hint: `Give it the name of a group: ${given}.`,
		},
	);
}
