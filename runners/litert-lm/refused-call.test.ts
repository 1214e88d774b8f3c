import { expect, it } from 'vitest';
import { refusedCall } from '../browser/page/litert-lm-refusal.ts';

it.each([
	[
		'as 0.17.1 quotes it',
		'INVALID_ARGUMENT: Failed to parse tool calls from code block: call:f{a:\nb\nfull response: 네.<|tool_call>call:f{a:\nb<tool_call|>\nerror: Failed to parse FC tool calls: line 1:8',
		'<|tool_call>call:f{a:\nb<tool_call|>',
	],
	[
		'as it was quoted before',
		'INVALID_ARGUMENT: Failed to parse tool calls from response: <|tool_call>call:f{location}<tool_call|> with error: INVALID_ARGUMENT: x',
		'<|tool_call>call:f{location}<tool_call|>',
	],
	['as none where something else failed', 'INTERNAL: Failed to allocate tensors', undefined],
])('a call that LiteRT-LM refuses is read out of its error %s', (_title, message, call) => {
	expect(refusedCall(message)).toBe(call);
});
