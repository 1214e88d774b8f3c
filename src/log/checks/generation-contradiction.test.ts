import { describe, expect, it } from 'vitest';
import { GenerationReader } from '../../dialects/conversation/generation-reader.ts';
import { DIALECT_NAMES } from '../../dialects/dialect.ts';
import { dialectNamed } from '../../dialects/dialects.ts';
import { GEMMA4_FRAMES, GEMMA4_LANGUAGES, GEMMA4_VALUES } from '../../dialects/gemma4.cases.ts';
import { splitGeneration } from '../../eval/sample.ts';
import { seededRandom } from '../../stats/counts.ts';
import { DIALECT_FACTS } from '../../testing/contract/dialect-facts.ts';
import type { LogSample } from '../record.ts';
import { toldContradiction } from './generation-contradiction.ts';

/** A sample of one generation in which the model wrote this, as a run logs it. */
async function sampleOf(wrote: string, dialect: string, reading: 'lenient' | 'strict'): Promise<LogSample> {
	const parser = dialectNamed(dialect).parser(reading);
	const reader = new GenerationReader({ parser, firstCall: 0, promptText: '', sharedChars: 0 });
	for (const text of wrote.match(/[\s\S]{1,7}/gu) ?? []) reader.read({ text, atMs: 1 });
	reader.end({ type: 'end', finish: { unified: 'stop', raw: 'eos' }, usage: {}, source: 'engine', totalMs: 2 });
	const { generation, timings } = await splitGeneration(reader.record());
	return {
		transcript: { generations: [generation], facts: {} },
		timings: { generations: [timings], endToEndMs: 2, cold: false },
	} as unknown as LogSample;
}

function textsOf(dialect: string): readonly string[] {
	const { call, bare, parallel, turnEnd, forgiven, malformed, text, alphabet } = DIALECT_FACTS[dialect] ?? NONE;
	const random = seededRandom(7);
	const pick = (): string => alphabet[Math.floor(random() * alphabet.length)] ?? '';
	return [
		...[call, bare, parallel, turnEnd, ...text, `찾아볼게요. ${call}`, `${call}${bare} 끝`],
		...[...Object.values(forgiven), ...Object.values(malformed)].map(([raw]) => raw),
		...Array.from({ length: 300 }, () => Array.from({ length: 12 }, pick).join('')),
		...(dialect === 'gemma4'
			? [...GEMMA4_FRAMES, ...GEMMA4_LANGUAGES, ...GEMMA4_VALUES].map(({ wrote }) => wrote)
			: []),
	];
}

const NONE = { call: '', bare: '', parallel: '', turnEnd: '', forgiven: {}, malformed: {}, text: [], alphabet: [] };

describe('toldContradiction', () => {
	it.each(DIALECT_NAMES)('finds none in what a run logs of %s, whatever the model wrote', async (dialect) => {
		for (const reading of ['lenient', 'strict'] as const) {
			for (const wrote of textsOf(dialect)) {
				const problem = toldContradiction(await sampleOf(wrote, dialect, reading), dialect);
				expect(problem === undefined ? undefined : { wrote, problem }).toBeUndefined();
			}
		}
	});

	it('takes half a thought for none', async () => {
		const wrote = '<|channel>thought\n먼저 기록을 본다<channel|>찾아볼게요.';
		expect(toldContradiction(await sampleOf(wrote, 'gemma4', 'lenient'), 'gemma4')).toBeUndefined();
	});

	it('holds the user turns against the generations', async () => {
		const sample = await sampleOf('네.', 'gemma4', 'lenient');
		const turns = (...counts: readonly number[]): LogSample => ({
			...sample,
			timings: { ...sample.timings, userTurns: counts.map((generations) => ({ generations, endToEndMs: 1 })) },
		});
		expect(toldContradiction(turns(1, 0), 'gemma4')).toBeUndefined();
		expect(toldContradiction(turns(1, 1), 'gemma4')).toBe('user turns of 2 generations, where there is 1');
	});
});
