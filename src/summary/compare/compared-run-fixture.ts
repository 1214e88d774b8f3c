import type { EvaluatedRun } from '../../eval/header.ts';
import type { ScoreDeclaration } from '../../eval/score.ts';
import type { LogSample } from '../../log/record.ts';
import { declaredSuiteFixture } from '../../testing/declared-suite-fixture.ts';
import { logHeaderFixture, logSampleFixture } from '../../testing/log-line-fixture.ts';

/** Fixture: what a rate is declared as. */
export function rate(title: string, more: Partial<ScoreDeclaration> = {}): ScoreDeclaration {
	return { kind: 'rate', title, ...more };
}

export const header: EvaluatedRun['header'] = {
	...logHeaderFixture(),
	suites: [
		declaredSuiteFixture({
			corpus: {
				name: 'prefix',
				version: '1',
				sha256: 'a'.repeat(64),
				prompts: [{ name: 'coach', version: '1', sha256: 'c' }],
			},
			planned: 15,
			scores: { meaningful: rate('a meaningful prefix', { main: true }) },
		}),
	],
};

export function sampleOf(
	id: string,
	meaningful: boolean,
	pieces: readonly string[] = ['네'],
	endToEndMs = 100,
	epoch = 0,
): LogSample {
	return logSampleFixture({
		sampleId: id,
		epoch,
		scores: { meaningful: meaningful ? { value: true } : { value: false, reason: 'empty' } },
		transcript: {
			messages: [],
			facts: {},
			generations: [{ promptSha256: id, pieces, events: [], finish: { unified: 'stop', raw: '' }, usage: {} }],
		},
		timings: { generations: [], endToEndMs, cold: false },
	});
}

export function runOf(samples: readonly LogSample[], changes: Partial<EvaluatedRun['header']> = {}): EvaluatedRun {
	return {
		header: { ...header, ...changes },
		samples,
	};
}

export const ids: readonly string[] = Array.from({ length: 15 }, (_, index) => `p${index}`);
