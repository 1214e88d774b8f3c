import { describe, expect, it } from 'vitest';
import type { FlutterGemmaMode, FlutterGemmaView } from './flutter-gemma.ts';
import { emulateFlutterGemma } from './flutter-gemma.ts';

const JSON_CALL = ['{"', 'name": "get_streak", "para', 'meters": {"habit_id": "h1"}}'];
const CALL = JSON_CALL.join('');
const NATIVE = ['<|tool_call>', 'call:get_streak{habit_id:<|"|>h1<|"|>}', '<tool_call|>'];
const SDK_CALL =
	'{"role":"assistant","tool_calls":[{"type":"function","function":{"name":"get_streak","arguments":{"habit_id":"h1"}}}]}';

function view(modelType: FlutterGemmaMode['modelType'], streaming: boolean) {
	return (pieces: readonly string[]): FlutterGemmaView => {
		const { shown, saved, lost, leaked } = emulateFlutterGemma(pieces, { modelType, streaming });
		return { shown, saved, lost, leaked };
	};
}

describe('flutter_edge_ai', () => {
	it.each(['text', 'functiongemma', 'gemma4'] as const)('takes 80,000 pieces in the %s format', (modelType) => {
		const pieces = Array.from({ length: 80_000 }, (_, at) => (at % 3 === 0 ? '{"' : `말${at} `));
		emulateFlutterGemma(pieces, { modelType, streaming: true });
	});
});

describe('flutter_edge_ai streaming a text format', () => {
	const streamed = view('text', true);

	it('shows the prefix and does not save it', () => {
		expect(streamed(['볼게', '요. ', ...JSON_CALL])).toEqual({
			shown: '볼게요. ',
			saved: CALL,
			lost: '볼게요. ',
			leaked: '',
		});
	});

	it('shows and saves an answer without a call', () => {
		expect(streamed(['7일', '째예요.'])).toEqual({ shown: '7일째예요.', saved: '7일째예요.', lost: '', leaked: '' });
	});

	it('shows nothing of a bare call', () => {
		expect(streamed(JSON_CALL)).toEqual({ shown: '', saved: CALL, lost: '', leaked: '' });
	});

	it('reads a call in a fence and in tags', () => {
		const fenced = ['```', 'json\n', ...JSON_CALL, '\n', '```'];
		const tagged = ['<tool_code>', ...JSON_CALL, '</tool_code>'];
		for (const pieces of [fenced, tagged]) {
			expect(streamed(pieces)).toEqual({ shown: '', saved: pieces.join(''), lost: '', leaked: '' });
		}
	});

	it('leaks a call whose first token does not begin with it', () => {
		const pieces = ['볼게요.{"', ...JSON_CALL.slice(1)];
		const shown = `볼게요.${CALL}`;
		expect(streamed(pieces)).toEqual({ shown, saved: shown, lost: '', leaked: CALL });
	});

	it('leaks a call longer than 1,024 characters, and loses it', () => {
		const long = ['{"', `name": "f", "parameters": {"a": "${'가'.repeat(1024)}"`, '}}'];
		const { shown, saved, leaked } = streamed(['네. ', ...long]);
		expect(shown).toBe(`네. ${long.join('')}`);
		expect(leaked).toBe(long.join(''));
		expect(saved).toBe('네. }}');
	});

	it('shows held-back text that turns out to be no call, and does not save it', () => {
		expect(streamed(['네 ', '{', '"days": 7}'])).toEqual({
			shown: '네 {"days": 7}',
			saved: '네 ',
			lost: '{"days": 7}',
			leaked: '',
		});
	});

	it('shows the message of JSON that has one', () => {
		expect(streamed(['{', '"message": "안녕"}']).shown).toBe('안녕');
	});

	it('leaks a call that breaks off', () => {
		expect(streamed(JSON_CALL.slice(0, 2))).toMatchObject({ saved: '', leaked: JSON_CALL.slice(0, 2).join('') });
	});
});

describe('flutter_edge_ai without streaming a text format', () => {
	const whole = view('text', false);

	it('saves the whole turn with a call and shows nothing', () => {
		const text = `볼게요. ${CALL}`;
		expect(whole(['볼게요. ', ...JSON_CALL])).toEqual({ shown: '', saved: text, lost: '', leaked: '' });
	});

	it('shows and saves an answer without a call', () => {
		expect(whole(['7일', '째예요.'])).toEqual({ shown: '7일째예요.', saved: '7일째예요.', lost: '', leaked: '' });
	});
});

describe('flutter_edge_ai streaming Gemma 4', () => {
	const streamed = view('gemma4', true);

	it('leaks the JSON of a call after words', () => {
		expect(streamed(['볼게', '요. ', ...NATIVE])).toEqual({
			shown: `볼게요. ${SDK_CALL}`,
			saved: `볼게요. ${SDK_CALL}`,
			lost: '',
			leaked: SDK_CALL,
		});
	});

	it('leaks nothing of a turn that begins with a call, white space before it or not', () => {
		for (const lead of ['', '\n ']) {
			expect(streamed([lead, ...NATIVE])).toMatchObject({ shown: '', leaked: '' });
		}
	});

	it('hides words after a call', () => {
		expect(streamed([...NATIVE, ' 했어요.'])).toEqual({
			shown: '',
			saved: `${SDK_CALL} 했어요.`,
			lost: '',
			leaked: '',
		});
	});

	it('shows an answer without a call, and no thinking', () => {
		expect(streamed(['<|channel>thought\n음', '<channel|>', '네.'])).toEqual({
			shown: '네.',
			saved: '네.',
			lost: '',
			leaked: '',
		});
	});

	it('shows an answer that begins with a brace and has no call, and does not save it', () => {
		expect(streamed(['{', '웃음}'])).toEqual({ shown: '{웃음}', saved: '', lost: '{웃음}', leaked: '' });
	});
});

describe('flutter_edge_ai without streaming Gemma 4', () => {
	it('saves prefix and call and shows neither', () => {
		expect(view('gemma4', false)(['볼게요. ', ...NATIVE])).toEqual({
			shown: '',
			saved: `볼게요. ${SDK_CALL}`,
			lost: '',
			leaked: '',
		});
	});
});
