import { expect, it } from 'vitest';
import type { EvaluatedRun } from '../../eval/run.ts';
import type { Log } from '../../log/record.ts';
import { summarizeRunFates } from '../../summary/fates.ts';
import { appDouble } from '../../testing/doubles/app-double.ts';
import { logHeaderFixture, logSampleFixture } from '../../testing/log-line-fixture.ts';
import type { Composition } from '../compose/compose.ts';
import { withConfigTools } from './read-run.ts';

const config: Composition = {
	app: appDouble(),
	...{ warnings: [], suiteNames: [], targets: [] },
	suites: async () => [],
	close: async () => undefined,
};

/** A log of before, whose call ollama mends by the parameters of its tool alone. */
function untold(version: string): Log {
	const pieces = ['<|tool_call>call:search_catalog{keyword:스트레스}<tool_call|>'];
	const generations = [{ pieces, events: [], finish: { unified: 'stop', raw: 'eog' }, usage: {} }] as const;
	const { settings } = logHeaderFixture();
	return {
		header: logHeaderFixture({
			settings: { ...settings, dialect: 'gemma4' },
			app: { name: 'app-double', version, language: 'ko' },
		}),
		samples: [logSampleFixture({ transcript: { generations, facts: {}, tools: ['search_catalog'] } })],
		failures: [],
	};
}

const ollama = (run: EvaluatedRun): object | undefined =>
	summarizeRunFates(run).matrix.rows.find(({ engine }) => engine === 'ollama')?.counts;

it('fates of a log that does not tell its tools are by those of its app’s config, which a warning says', () => {
	expect(ollama(untold('1'))).toMatchObject({ 'not-known': 1, call: 0 });
	const told = withConfigTools(untold('1'), config);
	expect(ollama(told)).toMatchObject({ 'not-known': 0, call: 1 });
	expect(told.header.warnings).toEqual([expect.stringMatching(/is by those of the config$/u)]);
	expect(withConfigTools(told, config)).toBe(told);
});

it('another version of the app says nothing of its tools', () => {
	const log = untold('2');
	expect(withConfigTools(log, config)).toBe(log);
});
