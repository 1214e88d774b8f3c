import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { splitGeneration } from '../../src/eval/sample.ts';
import type { Score } from '../../src/eval/score.ts';
import { scoreSample } from '../../src/eval/scoring/score-sample.ts';
import * as scorers from '../../src/eval/scoring/scorers.ts';
import type { ToolDeclaration } from '../../src/model/conversation.ts';
import { FINISH_WORDS, type GenerationEvent, type GenerationRecord } from '../../src/model/generation.ts';
import { ChatReading } from './chat-reading.ts';

const tools: readonly ToolDeclaration[] = [
	{ name: 'search', description: '찾는다', parameters: { type: 'object', required: ['keyword'] } },
	{ name: 'dodo', description: '모두', parameters: { type: 'object' } },
];

/** One answer, however it comes: a text, then calls as name and arguments. */
interface Answer {
	readonly text: string;
	readonly calls: readonly (readonly [name: string, text: string])[];
}

/** Models repeat themselves, and so do servers: pieces that begin with, or are, all that came before. */
const repeating = fc
	.tuple(
		fc.constantFrom('찾아', '네, ', 'ㅋ', '하나 둘 ', 'abc'),
		fc.array(fc.constantFrom('찾아', '찾아볼게요. ', '네, ', 'ㅋㅋ')),
	)
	.map(([first, rest]) => [first, ...rest].join('').repeat(rest.length % 2 === 0 ? 1 : 2));
const json = fc.constantFrom(
	...[
		'{"keyword":"잠"}',
		'{"keyword": "{\\"keyword\\":"}',
		'"{\\"keyword\\":\\"잠\\"}"',
		'{"keyword":"잠"}{"keyword":"잠"}',
	],
	...['{{"keyword":"잠"}', '{"keyword":', '', '{"keyword":"a","keyword":"b"}', '{"keyword":"잠"}{"keyword":"물"}'],
);
const answers: fc.Arbitrary<Answer> = fc.record({
	text: fc.oneof(repeating, fc.string()),
	calls: fc.array(fc.tuple(fc.constantFrom('search', 'dodo'), json), { maxLength: 2 }),
});

/** A text cut at these places, shares of its length. */
function cut(text: string, places: readonly number[]): string[] {
	const ends = [...new Set(places.map((place) => Math.floor(place * text.length)))].sort((a, b) => a - b);
	return [...ends, text.length]
		.map((end, index, all) => text.slice(all[index - 1] ?? 0, end))
		.filter((piece) => piece !== '');
}

const delta = (said: JsonObject): JsonObject => ({ choices: [{ index: 0, delta: said }] });

function streamed({ text, calls }: Answer, places: readonly number[]): JsonObject[] {
	const fragments = calls.flatMap(([name, args], index) => [
		...cut(name, places).map((part, at) => ({ index, ...(at === 0 && { id: `${index}` }), function: { name: part } })),
		...cut(args, places).map((part) => ({ index, function: { arguments: part } })),
	]);
	return [
		...cut(text, places).map((content) => delta({ content })),
		...fragments.map((fragment) => delta({ tool_calls: [fragment] })),
		{ choices: [{ index: 0, delta: {}, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' }] },
	];
}

function read(events: readonly JsonObject[]): GenerationRecord {
	const limit = { clock: () => 1, before: undefined };
	const reading = new ChatReading({ firstCall: 0, tools, maxTokens: 4096, source: 'http://server', limit });
	for (const event of events) for (const _ of reading.read(event));
	reading.readRest(undefined);
	reading.end(undefined);
	return reading.record();
}

/** What was read, with pieces joined. */
function answered({ pieces, events, finish }: GenerationRecord): object {
	const said = (type: GenerationEvent['type']): string =>
		events.map((event) => (event.type === type && 'text' in event ? event.text : '')).join('');
	const calls = events.filter(({ type }) => type === 'call' || type === 'malformed');
	return { text: pieces.join(''), shown: said('text'), calls, finish };
}

async function scored(record: GenerationRecord): Promise<Readonly<Record<string, Score>>> {
	const { generation } = await splitGeneration(record);
	const suite = { scorers: [scorers.meaningfulPrefix(), scorers.callsMatch()] };
	return scoreSample(
		suite,
		{ id: 'p', input: '잠', expected: [{ tool: 'search', arguments: { keyword: '잠' } }] },
		{ generations: [generation], facts: {} },
		{ language: 'ko' },
	);
}

it('scores an answer the same wherever its stream is cut', async () => {
	await fc.assert(
		fc.asyncProperty(
			answers,
			fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
			async (answer, places) => {
				const [whole, cutUp] = [read(streamed(answer, [])), read(streamed(answer, places))];
				expect(answered(cutUp)).toEqual(answered(whole));
				expect(await scored(cutUp)).toEqual(await scored(whole));
			},
		),
	);
});

it('ends before a call that the engine opened and lost, whatever comes after it', () => {
	const call = (index: number, name: string, args: string) =>
		delta({ tool_calls: [{ index, id: `${index}`, function: { name, arguments: args } }] });
	for (const half of ['', '{"keyword": "수']) {
		const record = read([
			delta({ content: '찾아볼게요. ' }),
			call(0, 'search', half),
			delta({ content: '또 찾을게요.' }),
			call(1, 'dodo', '{}'),
			{ choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
		]);
		expect(record.events.filter(({ type }) => type !== 'end')).toMatchObject([{ type: 'text', text: '찾아볼게요. ' }]);
		expect(record.finish).toMatchObject({ unified: 'unknown', raw: FINISH_WORDS.missingArguments });
	}
});
