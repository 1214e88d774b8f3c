import { expect, it } from 'vitest';
import type { Dialect, ParsedSpan } from '../dialect.ts';
import { flutterGemma } from '../flutter-gemma.ts';
import { gemma3Json } from '../gemma3-json.ts';
import { gemma4 } from '../gemma4.ts';
import { toolCode } from '../tool-code.ts';
import { withoutOpenCalls } from './generation-reader.ts';

const LIST = JSON.stringify(['T1', 'T2'].map((id) => ({ name: 'cancel_ticket', parameters: { id } })));
const CODE = '```tool_code\ncancel_ticket(id="T1")\ncancel_ticket(id="T2")\n```';
const TAGGED = ['T1', 'T2'].map((id) => `<|tool_call>call:cancel_ticket{id:<|"|>${id}<|"|>}<tool_call|>`).join('');

/** Names of the calls of a text that was cut. */
function callsOf(dialect: Dialect, text: string): readonly string[] {
	const parser = dialect.parser('lenient');
	const spans: readonly ParsedSpan[] = [...parser.push(text), ...withoutOpenCalls(parser.end())];
	return spans.flatMap((span) => (span.type === 'call' ? [span.name] : []));
}

it.each([
	['a list of JSON', gemma3Json, LIST],
	['a list of flutter_gemma', flutterGemma, LIST],
	['a block of code', toolCode, CODE],
])('has no call of %s that was cut, wherever', (_title, dialect, text) => {
	for (let at = 1; at < text.length; at += 1) expect([at, callsOf(dialect, text.slice(0, at))]).toEqual([at, []]);
	expect(callsOf(dialect, text)).toEqual(['cancel_ticket', 'cancel_ticket']);
});

it('has each call that closed by itself, and none that did not', () => {
	const first = TAGGED.length / 2;
	for (let at = 1; at <= TAGGED.length; at += 1) {
		const whole = at < first ? 0 : at < TAGGED.length ? 1 : 2;
		expect([at, callsOf(gemma4, TAGGED.slice(0, at)).length]).toEqual([at, whole]);
	}
});
