import { describe, expect, it } from 'vitest';
import type { LoggedGeneration } from '../eval/sample.ts';
import { logHeaderFixture, logSampleFixture } from '../testing/log-line-fixture.ts';
import { callFixture, transcriptFixture } from '../testing/transcript-fixture.ts';
import type { LogHeader, LogSample } from './record.ts';
import { untoldCounts } from './warnings.ts';

const live = logHeaderFixture();
const engine: LogHeader = { ...live, settings: { ...live.settings, dialect: 'engine' } };

function sample(changes: Partial<LoggedGeneration>): LogSample {
	const { generations, ...transcript } = transcriptFixture([[{ type: 'text', text: '네.' }]]);
	const generation = { ...(generations[0] as LoggedGeneration), ...changes };
	return logSampleFixture({ transcript: { ...transcript, generations: [generation] } });
}

describe('untoldCounts', () => {
	it('counts the turns in which nothing swallowed or cut could be seen, and those without a call', () => {
		const called = sample({ events: [callFixture('f')], finish: { unified: 'tool-call', raw: '' } });
		const samples = [sample({}), called, sample({ usage: { outputTokens: 3 } })];
		expect(untoldCounts({ header: engine, samples })).toEqual([
			expect.stringMatching(/ in 2 turns, 1 of them without a call: /u),
		]);
	});

	it.each<[string, LogHeader, Partial<LoggedGeneration>]>([
		['whose output gemmark read itself', live, {}],
		['that was counted', engine, { usage: { outputTokens: 0 } }],
		['that was cut, as its engine tells', engine, { finish: { unified: 'length', raw: 'length' } }],
		['that was captured, which ingest tells', engine, { finish: { unified: 'stop', raw: 'captured' } }],
	])('says nothing of a turn %s', (_, header, changes) => {
		expect(untoldCounts({ header, samples: [sample(changes)] })).toEqual([]);
	});
});
