import { describe, expect, it } from 'vitest';
import type { LoggedEvent, LoggedGeneration } from '../sample.ts';
import { causeOfGeneration } from './generation-evidence.ts';

const generation = (
	events: readonly LoggedEvent[],
	outputTokens?: number,
	tokens?: readonly number[],
): LoggedGeneration => ({
	pieces: events.flatMap((event) => (event.type === 'text' ? [event.text] : [])),
	tokens,
	events,
	finish: { unified: 'stop', raw: 'stop' },
	usage: outputTokens === undefined ? {} : { outputTokens },
});
const thought = (tokens: number): LoggedGeneration => ({
	...generation([{ type: 'text', text: '네.' }]),
	usage: { outputTokens: tokens + 4, thoughtTokens: tokens },
});
/** Words as a server sends them, and what it counts: their 9 tokens with the end of the turn, and more. */
const streamed = (pieces: readonly string[], outputTokens: number): LoggedGeneration => ({
	...generation([{ type: 'text', text: pieces.join('') }], outputTokens),
	pieces,
});
const CALLED = { unified: 'tool-call', raw: 'tool_calls' } as const;
const ended = (events: readonly LoggedEvent[], outputTokens?: number): LoggedGeneration => ({
	...generation(events, outputTokens),
	pieces: events.map((event) => ('text' in event ? event.text : '')),
	finish: CALLED,
});
const BY_TOKEN = ['찾아', '볼', '게요', '.', ' 잠시만', ' 기다려', ' 주세요', '.'];
const BY_THREE = ['찾아볼게요', '. 잠시만 기다려', ' 주세요.', ''];
const text = (words: string): LoggedEvent => ({ type: 'text', text: words });

describe('an engine swallows text', () => {
	it.each<[boolean, string, LoggedGeneration]>([
		[true, 'that shows nothing of many tokens', generation([], 30)],
		[true, 'that shows nothing of many tokens, with an empty list of ids', generation([], 30, [])],
		[true, 'that shows a few words of many tokens', generation([text('볼게요.')], 40)],
		[true, 'that shows nothing of the shortest call', generation([], 7)],
		[true, 'that shows nothing of more tokens than an end has, which may be markers of a call', generation([], 5)],
		[true, 'that shows white space alone of more tokens than that and an end', generation([text('\n')], 4)],
		[true, 'that shows its few words and no call', generation([text('볼게요.')], 11)],
		[true, 'that shows its words token by token, and nothing of a call', streamed(BY_TOKEN, 9 + 12)],
		[false, 'never where it sends several tokens at once, and more may be in them', streamed(BY_THREE, 9 + 12)],
		[false, 'never by an emoji, whose bytes may be tokens', streamed([...BY_TOKEN, ' 🧘', '🧘'], 9 + 8 + 4)],
		[
			false,
			'never in a language without spaces',
			streamed(['記録を', '探して', 'みます', 'ので', '少々', 'お待ち', 'ください'], 24),
		],
		[false, 'never by an empty thought and the end of the turn, beside a word', generation([text('네')], 1 + 6)],
		[false, 'never by an empty thought that it shows', generation([{ type: 'thinking', text: '' }], 6)],
		[false, 'never by thoughts that it counts without showing them', thought(30)],
		[false, 'never where it counts what it shows', generation([text('기록을 찾아볼게요.')], 8)],
		[false, 'never by the tokens that end a turn', generation([], 2)],
		[false, 'never by the tokens that end a turn after white space', generation([text('\n')], 3)],
		[
			false,
			'never where a thought is shown',
			generation([{ type: 'thinking', text: '음'.repeat(40) }, text('네.')], 30),
		],
		[
			false,
			'never where the tokens are those of a call',
			generation([{ type: 'call', call: { id: 'call-0', name: 'get_streak', arguments: { habit_id: 'h1' } } }], 24),
		],
		// mudler/LocalAI#6218 ends plain answers with the finish word of a call.
		[
			true,
			'that ends with the finish word of a call, and whose text leaves tokens for one',
			ended([text('찬물은 이렇게 준비해요.')], 13),
		],
		[true, 'that ends so without a word', ended([], 2)],
		[true, 'that ends so without a count', ended([text('네.')])],
		[false, 'never by that word where the text holds all tokens', ended([text('찬물은 이렇게 준비해요.')], 11)],
		[false, 'never by that word where its tokens were streamed', { ...streamed(BY_TOKEN, 9 + 5), finish: CALLED }],
		[false, 'never without a count', generation([])],
		[false, 'never with token ids', generation([], 2, [1, 2])],
	])('%s: %s', (swallowed, _title, one) => {
		expect(causeOfGeneration(one) === 'swallowed-by-engine').toBe(swallowed);
	});
});
