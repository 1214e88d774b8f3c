import { describe, expect, it } from 'vitest';
import { message, type Said } from '../base/message.ts';
import type { LoggedGeneration } from '../eval/sample.ts';
import { FINISH_WORDS } from '../model/generation.ts';
import { logHeaderFixture, logSampleFixture } from '../testing/log-line-fixture.ts';
import { callFixture, transcriptFixture } from '../testing/transcript-fixture.ts';
import type { LogHeader, LogSample } from './record.ts';
import { logWarnings } from './warnings.ts';

function sample(sampleId: string, changes: Partial<LoggedGeneration>): LogSample {
	const { generations, ...transcript } = transcriptFixture([[{ type: 'text', text: '네.' }]]);
	const generation = { ...(generations[0] as LoggedGeneration), ...changes };
	return logSampleFixture({
		sampleId,
		sample: { id: sampleId },
		transcript: { ...transcript, generations: [generation] },
	});
}

const counted = (id: string, promptTokens: number, changes: Partial<LoggedGeneration> = {}): LogSample =>
	sample(id, { usage: { promptTokens }, ...changes });

const live = logHeaderFixture();
const engine: LogHeader = { ...live, settings: { ...live.settings, dialect: 'engine' } };

const warned = (samples: readonly LogSample[], header: LogHeader = live): readonly Said[] =>
	logWarnings({ header, samples, failures: [] });

describe('warnings of a changed server', () => {
	it('count the samples with each fingerprint', () => {
		const samples = ['fp_a', 'fp_a', 'fp_b'].map((systemFingerprint, at) => sample(`p${at}`, { systemFingerprint }));
		expect(warned(samples)).toEqual([expect.objectContaining({ code: 'run.fingerprint-changed' })]);
		expect(warned(samples.slice(0, 2))).toEqual([]);
	});

	it('name prompts too short for the system text and tools of the others', () => {
		expect(warned([counted('p1', 230), counted('p2', 1100), counted('p3', 1090)])).toEqual([
			message('run.prompts-short', { suite: 'prefix', ids: 'p1', seen: 230, floor: expect.any(Number) }),
		]);
	});

	it('compare prompts that declare the same tools', () => {
		const declaring = (one: LogSample, tool: string) => ({ ...one, transcript: { ...one.transcript, tools: [tool] } });
		const others = [declaring(counted('p2', 1100), 'b'), declaring(counted('p3', 1090), 'b')];
		expect(warned([declaring(counted('p1', 230), 'a'), ...others])).toEqual([]);
		expect(warned([declaring(counted('p1', 230), 'b'), ...others])).toHaveLength(1);
	});

	it('name the long prompts if these are the minority', () => {
		const samples = [counted('p1', 100), counted('p2', 999_999), counted('p3', 102), counted('p4', 98)];
		expect(warned(samples)).toEqual([
			message('run.prompts-long', { suite: 'prefix', ids: 'p2', seen: 999_999, most: 102 }),
		]);
	});

	it('name prompts that were all cut alike: the system text alone has more words than they have tokens', () => {
		const content = { system: { sha256: 'a', words: 7200 } };
		const header: LogHeader = { ...live, app: { name: 'notes', version: '1', language: 'ko', content } };
		const all = ['p1', 'p2'].map((id) => ({ ...counted(id, 2051), system: 'app' }));
		const said = message('run.prompts-cut', { suite: 'prefix', n: 2, of: 2, seen: 2051, words: 7200 });
		expect(warned(all, header)).toEqual([said]);
		expect(warned([counted('p1', 2051)], header)).toEqual([]);
		expect(warned([{ ...counted('p1', 7200), system: 'app' }], header)).toEqual([]);
	});

	it('ignore prompts that differ by their words, were rendered by gemmark, or are unscored', () => {
		const cut = { unified: 'length', raw: 'context: prompt cut (230 tokens)' } as const;
		for (const short of [
			counted('p1', 1085),
			counted('p1', 0),
			counted('p1', 230, { promptSha256: 'a' }),
			counted('p1', 230, { finish: cut }),
		]) {
			expect(warned([short, counted('p2', 1100)])).toEqual([]);
		}
	});
});

it('requests that a server refused at first are counted, with the wait', () => {
	const timed = { source: 'wall-clock', totalMs: 9, pieceAtMs: [], eventAtMs: [] } as const;
	const of = (...refused: readonly { attempts: number; ms: number }[]): LogSample => {
		const generations = refused.map((one) => ({ ...timed, refused: one }));
		return logSampleFixture({ timings: { generations, endToEndMs: 9, cold: false } });
	};
	const taken = of();
	const waiting = of({ attempts: 2, ms: 14_020 }, { attempts: 1, ms: 250 });
	expect(warned([taken, waiting])).toEqual([message('run.refused-attempts', { attempts: 3, n: 1, seconds: '14.3' })]);
	expect(warned([taken])).toEqual([]);
});

const leaks = (dialect: string, input: string, texts: readonly string[]): readonly Said[] => {
	const header: LogHeader = { ...live, settings: { ...live.settings, dialect } };
	const samples = texts.map((text, place) => {
		const pieces = [text.slice(0, 9), text.slice(9)];
		return { ...sample(`p${place}`, { pieces, usage: { outputTokens: 9 } }), sample: { input } };
	});
	return warned(samples, header);
};

it.each([
	['engine', '잠', ['찾아볼게요.<end_of_turn>', '네.<turn|>', '네.'], { marks: '<end_of_turn>, <turn|>', n: 2 }],
	['engine', '잠', ['찾아볼게요.</s>'], { marks: '</s>', n: 1 }],
])('%s, asked %s, leaks turn marks as text: %j', (dialect, input, texts, params) => {
	expect(leaks(dialect, input, texts)).toEqual([message('run.leaked-marks', params)]);
});

it.each([
	['engine', '<eos>가 뭐야?', '<eos>는 끝을 뜻해요.'],
	['engine', '잠', '3 < 5, <b>굵게</b>'],
	['gemma4', '잠', '네.<end_of_turn>'],
])('%s, asked %s, leaks no mark: %s', (dialect, input, text) => {
	expect(leaks(dialect, input, [text])).toEqual([]);
});

it.each([
	['<|"|>장보기<|"|>', ['<|"|>']],
	['<escape>장보기<escape>', ['<escape>']],
	['장보기<turn|>', ['<turn|>']],
	['3 < 5, <b>장보기</b>', []],
])('names the template marks in the argument %j', (title, marks) => {
	const call = { id: 'call-0', name: 'f', arguments: { title }, raw: '' };
	const samples = [logSampleFixture({ transcript: transcriptFixture([[{ type: 'call', call }]]) })];
	const said = marks.map((mark) => message('run.marks-in-arguments', { marks: mark, n: 1 }));
	expect(warned(samples)).toEqual(said);
});

function counting(changes: Partial<LoggedGeneration>): LogSample {
	const { generations, ...transcript } = transcriptFixture([[{ type: 'text', text: '네.' }]]);
	const generation = { ...(generations[0] as LoggedGeneration), ...changes };
	return logSampleFixture({ transcript: { ...transcript, generations: [generation] } });
}

describe('a warning of missing token counts', () => {
	it('counts the turns without counts, and those of them without a call', () => {
		const called = counting({ events: [callFixture('f')], finish: { unified: 'tool-call', raw: '' } });
		const samples = [counting({}), called, counting({ usage: { outputTokens: 3 } })];
		expect(warned(samples, engine)).toEqual([message('run.no-token-counts', { n: 2, silent: 1 })]);
	});

	it.each<[string, LogHeader, Partial<LoggedGeneration>]>([
		['that gemmark parsed', live, {}],
		['that was counted', engine, { usage: { outputTokens: 0 } }],
		['that its engine reports as cut off', engine, { finish: { unified: 'length', raw: 'length' } }],
		['that was captured', engine, { finish: { unified: 'stop', raw: 'captured' } }],
	])('does not count a turn %s', (_, header, changes) => {
		expect(warned([counting(changes)], header)).toEqual([]);
	});
});

it('warns of calls without a name, and of thoughts although thinking is off', () => {
	const usage = { outputTokens: 3 };
	const nameless = counting({ usage, finish: { unified: 'unknown', raw: FINISH_WORDS.missingName } });
	const thoughtful = counting({ usage, events: [{ type: 'thinking', text: '찾아볼게요.' }] });
	const samples = [nameless, thoughtful, counting({ usage })];
	const unnamed = message('run.nameless-calls', { n: 1 });
	expect(warned(samples, engine)).toEqual([unnamed, message('run.thinking-off', { n: 1 })]);
	const on: LogHeader = { ...engine, settings: { ...engine.settings, thinking: 'on' } };
	expect(warned(samples, on)).toEqual([unnamed]);
	expect(warned(samples)).toEqual([]);
});

it('warns of thoughts in the text, and of a finish word that tells of a call where there is none', () => {
	const usage = { outputTokens: 3 };
	const thinking = counting({ usage, pieces: ['<think>\n적자.\n</th', 'ink>\n적어 둘게요.'] });
	const ended = counting({ usage, finish: { unified: 'tool-call', raw: 'tool_calls' } });
	const called = counting({ usage, finish: { unified: 'tool-call', raw: 'tool_calls' }, events: [callFixture('f')] });
	const open = counting({ usage, pieces: ['<think> 태그는 생각을 뜻해요.'] });
	expect(warned([thinking, ended, called, open], engine)).toEqual([
		message('run.thoughts-in-text', { n: 1 }),
		message('run.finish-without-call', { n: 1, word: 'tool_calls' }),
	]);
	expect(warned([thinking, ended])).toEqual([]);
});

it('warns of characters that a server damaged, in texts and arguments, and names the server', () => {
	const samples = [
		counting({ pieces: ['메모를 적', '\ufffd\ufffd'] }),
		counting({ events: [callFixture('f', { title: '장\ufffd' })] }),
		counting({ pieces: ['네.'] }),
	];
	const served: LogHeader = {
		...live,
		engine: { ...live.engine, backend: 'http llama-server', version: 'llama-server b1' },
	};
	expect(warned(samples, served)).toEqual([message('run.damaged-characters', { server: 'llama-server b1', n: 2 })]);
	expect(warned(samples)).toEqual([]);
});
