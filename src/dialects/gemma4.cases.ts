import type { JsonObject } from '../base/json.ts';
import type { MalformedReason, Repair } from '../model/generation.ts';

/** What a real model was reported to write, in our own words, and what the lenient reading makes of it. */
export interface ReportedForm {
	/** A fact, as the end of "the lenient reading reads ...". */
	readonly form: string;
	/** Where such a form was reported or tested, and when. */
	readonly source: string;
	readonly wrote: string;
	readonly calls?: readonly (readonly [name: string, args: JsonObject, ...repairs: Repair[]])[];
	readonly malformed?: readonly MalformedReason[];
	readonly text?: string;
	readonly thinking?: string;
}

const VLLM_BARE = 'vllm-project/vllm tests/tool_parsers/test_gemma4_regex_and_bare_calls.py at 33a7f098';
const VLLM_PARSER = 'vllm-project/vllm tests/tool_parsers/test_gemma4_tool_parser.py at 027004de';
const OLLAMA = 'ollama/ollama model/parsers/gemma4_test.go, 2026-07-14 (8a0016f)';
const MLX = 'ml-explore/mlx-lm tests/test_tool_parsing.py, 2026-08-22 (d78bf58)';
/** Both step over any comma; no model was reported to write one after the last argument. */
const COMMAS =
	'vllm-project/vllm vllm/parser/gemma4.py at 019c2800, sgl-project/sglang srt/function_call/gemma4_detector.py at 008b79d2';
const YZMA = 'hybridgroup/yzma#243, ollama/ollama#15241, vllm-project/vllm#48705, as stored 2026-11';
const TENSAI = 'mattn/tensai#217, as stored 2026-11';
const VLLM_MLX = 'waybarrios/vllm-mlx tests/test_gemma4_tool_parser.py at ae1b5481';
const VLLM_MLX_CHANNELS = 'waybarrios/vllm-mlx tests/test_gemma4_streaming_edge.py at 6b0d4c6a';
const LLAMA = 'ggml-org/llama.cpp tests/test-chat.cpp (Gemma 4, edge cases), as stored 2026-11';
const VLLM_UTILS = 'vllm-project/vllm tests/tool_parsers/test_gemma4_utils.py at 92d71d64';
const E2B_FENCE = 'waybarrios/vllm-mlx pull 622, 2026-06';
const E2B_ASSIGNMENT = 'waybarrios/vllm-mlx pull 623, 2026-06-21';

/** Openers, closers and channels. */
export const GEMMA4_FRAMES: readonly ReportedForm[] = [
	{
		form: 'a call without its opening token after thinking',
		source: VLLM_BARE,
		wrote: '<|channel>thought\n물을 적자.\n<channel|>call:log_water{cups:<|"|>두 잔<|"|>}',
		calls: [['log_water', { cups: '두 잔' }, 'missing-opener', 'missing-closer']],
		thinking: '물을 적자.\n',
	},
	{
		form: 'a call without its opening token on a line of its own',
		source: VLLM_BARE,
		wrote: '적어 둘게요.\ncall:log-water{cups:2}<tool_call|>',
		calls: [['log-water', { cups: 2 }, 'missing-opener']],
		text: '적어 둘게요.\n',
	},
	{
		form: 'a call without its opening token in a sentence, and the text after it',
		source: 'Gitlawb/openclaude pull 380, 2026-04-05',
		wrote: '네, call:notes.write{title:장보기,body:"우유, 달걀"} 적었어요.',
		calls: [
			[
				'notes.write',
				{ title: '장보기', body: '우유, 달걀' },
				'unquoted-string',
				'raw-quotes',
				'missing-opener',
				'missing-closer',
			],
		],
		text: '네,  적었어요.',
	},
	{
		form: 'a call without its opening token after a full stop',
		source:
			'no report known; read as in a sentence, where vllm-project/vllm asks for white space (gemma4_utils.py), at 055e47c2',
		wrote: '적어 둘게요.call:log_water{cups:2}',
		calls: [['log_water', { cups: 2 }, 'missing-opener', 'missing-closer']],
		text: '적어 둘게요.',
	},
	{
		form: 'a call that a sentence quotes as text',
		source:
			'no report known; vllm-project/vllm takes only white space before a bare call (gemma4_utils.py), at 055e47c2',
		wrote: '예를 들어 "call:log_water{}" 또는 `call:stop{}` 라고 쓰면 됩니다.',
		text: '예를 들어 "call:log_water{}" 또는 `call:stop{}` 라고 쓰면 됩니다.',
	},
	{
		form: 'a colon before a call without its opening token',
		source: VLLM_BARE,
		wrote: ':call:stop{}',
		calls: [['stop', {}, 'malformed-opener', 'missing-opener', 'missing-closer']],
	},
	{
		form: 'a colon between the opening token and the call',
		source: VLLM_BARE,
		wrote: '<|tool_call>:call:log_water{cups:2}<tool_call|>',
		calls: [['log_water', { cups: 2 }, 'malformed-opener']],
	},
	{
		form: 'an opening token that broke apart',
		source: VLLM_BARE,
		wrote: '<call>log_water{cups:2}',
		calls: [['log_water', { cups: 2 }, 'malformed-opener', 'missing-opener', 'missing-closer']],
	},
	{
		form: 'a call that the end of the turn closes',
		source: VLLM_BARE,
		wrote: '<|tool_call>call:log_water{cups:2}<turn|>',
		calls: [['log_water', { cups: 2 }, 'missing-closer']],
	},
	{
		form: 'a call without its opening token that breaks off, as none',
		source: VLLM_BARE,
		wrote: 'call:log_water{cups:<|"|>두',
		malformed: ['unclosed'],
	},
	{
		form: 'two calls in one block',
		source: MLX,
		wrote: '<|tool_call>call:find{text:<|"|>물<|"|>}call:find{text:<|"|>잠<|"|>,limit:{most:3}}<tool_call|>',
		calls: [
			['find', { text: '물' }, 'missing-closer'],
			['find', { text: '잠', limit: { most: 3 } }, 'missing-opener'],
		],
	},
	{
		form: 'two calls in one block that never closes',
		source: VLLM_MLX,
		wrote: '<|tool_call>call:a{}\ncall:b{n:1}',
		calls: [
			['a', {}, 'missing-closer'],
			['b', { n: 1 }, 'missing-opener', 'missing-closer'],
		],
	},
	{
		form: 'the first of two calls in one block where the second is none',
		source: MLX,
		wrote: '<|tool_call>call:a{}call:b{n}<tool_call|>',
		calls: [['a', {}, 'missing-closer']],
		malformed: ['bad-arguments'],
	},
	{
		form: 'a second closer, and what is said after it',
		source: OLLAMA,
		wrote: '<|tool_call>call:stop{}<tool_call|><tool_call|><tool_call|>멈췄어요.',
		calls: [['stop', {}]],
		text: '멈췄어요.',
	},
	{
		form: 'a closer of a channel that none opened',
		source: LLAMA,
		wrote: '<|channel>thought\n<channel|>안녕하세요.<channel|>',
		text: '안녕하세요.',
	},
	{
		form: 'a closer of a channel after a call without its own',
		source: 'ollama/ollama issue 15943, 2026-05-03',
		wrote: '<|tool_call>call:stop{}<channel|>멈췄어요.',
		calls: [['stop', {}, 'missing-closer']],
		text: '멈췄어요.',
	},
	{
		form: 'a channel that opens twice',
		source: LLAMA,
		wrote: '<|channel><|channel>thought\n음<channel|>안녕하세요.',
		thinking: '음',
		text: '안녕하세요.',
	},
	{
		form: 'a channel that holds no more than its name',
		source: LLAMA,
		wrote: '<|channel>thought<channel|>안녕하세요.',
		text: '안녕하세요.',
	},
	{
		form: 'a channel for the answer',
		source: VLLM_MLX_CHANNELS,
		wrote: '<|channel>thought\n인사하자.\n<|channel>response\n안녕하세요!',
		thinking: '인사하자.\n',
		text: '안녕하세요!',
	},
	{
		form: 'a channel for the answer that is closed, and a call after it',
		source: VLLM_MLX_CHANNELS,
		wrote: '<|channel>response\n적을게요.<channel|><|tool_call>call:stop{}<tool_call|>',
		calls: [['stop', {}]],
		text: '적을게요.',
	},
	{
		form: 'a call inside thinking that was never closed',
		source: 'ollama/ollama pull 18307, 2026-09-08',
		wrote: '<|channel>thought\n이제 적자.<|tool_call>call:stop{}<tool_call|><|tool_response>',
		calls: [['stop', {}, 'in-thinking']],
		thinking: '이제 적자.',
	},
	{
		form: 'a call inside thinking that is closed later',
		source: 'ollama/ollama pull 18307, 2026-09-08',
		wrote: '<|channel>thought\n적자.<|tool_call>call:stop{}<tool_call|> 됐다.<channel|>멈췄어요.',
		calls: [['stop', {}, 'in-thinking']],
		thinking: '적자. 됐다.',
		text: '멈췄어요.',
	},
	{
		form: 'words about a call inside thinking as thinking',
		source: VLLM_BARE,
		wrote: '<|channel>thought\ncall:stop{} 를 쓰면 된다.<channel|>네.',
		thinking: 'call:stop{} 를 쓰면 된다.',
		text: '네.',
	},
	{
		form: 'a name without braces',
		source: 'no report known; google-ai-edge/LiteRT-LM is said to take it, 2026-11',
		wrote: '<|tool_call>call:stop<tool_call|>',
		calls: [['stop', {}, 'missing-braces']],
	},
	{
		form: 'a name without braces and without its marker as none',
		source: 'no report known; vllm-project/vllm drops what is not after call:, 2026-11',
		wrote: '<|tool_call>stop<tool_call|>',
		malformed: ['bad-arguments'],
	},
	{
		form: 'words after a name as none',
		source: 'vllm-project/vllm tests/tool_parsers/test_gemma4_tool_parser.py line 942, 2026-11',
		wrote: '<|tool_call>call:stop right now<tool_call|>',
		malformed: ['bad-name'],
	},
	{
		form: 'an empty block as none',
		source: VLLM_MLX,
		wrote: '<|tool_call><tool_call|>네.',
		malformed: ['bad-name'],
		text: '네.',
	},
	{
		form: 'a name with spaces as none',
		source: 'waybarrios/vllm-mlx issue 577, 2026-05-24',
		wrote: '<|tool_call>call:Water Log{cups:2}<tool_call|>',
		malformed: ['bad-name'],
	},
	{
		form: 'a name with name spaces as none',
		source: 'jundot/omlx pull 1854, 2026-06-13',
		wrote: '<|tool_call>call:app:mcp:water:log{cups:2}<tool_call|>call:app:mcp:water:log{cups:2}',
		malformed: ['bad-name', 'bad-name'],
	},
	{
		form: 'arguments without names as none',
		source: 'ollama/ollama issue 18275, 2026-09-06',
		wrote:
			'<|tool_call>call:write_note:\nBEGIN_ARG:\n<|channel>thought\n<channel|>장보기\nEND_ARG\n<|tool_call>call:stop:\nBEGIN_ARG:\n지금\nEND_ARG<tool_call|>',
		malformed: ['positional-arguments', 'positional-arguments'],
	},
	{
		form: 'arguments without names and without an opening token as none',
		source: 'ollama/ollama issue 18275, 2026-09-06',
		wrote: 'call:write_note:\nBEGIN_ARG:\n장보기\nEND_ARG',
		malformed: ['positional-arguments'],
	},
];

/** Calls in another language than the model's own. */
export const GEMMA4_LANGUAGES: readonly ReportedForm[] = [
	{
		form: 'a tool_code fence',
		source: E2B_FENCE,
		wrote: '```tool_code\nlog_water(cups=2, note="아침")\n```',
		calls: [['log_water', { cups: 2, note: '아침' }, 'tool-code']],
	},
	{
		form: 'a tool_code fence with print, and the text before it',
		source: E2B_FENCE,
		wrote: '적을게요.\n```tool_code\nprint(log_water(cups=2))\n```',
		calls: [['log_water', { cups: 2 }, 'tool-code', 'malformed-opener']],
		text: '적을게요.\n',
	},
	{
		form: 'an assignment to tool_code',
		source: E2B_ASSIGNMENT,
		wrote: 'tool_code = log_water(cups=2)\n적었어요.',
		calls: [['log_water', { cups: 2 }, 'tool-code']],
		text: '\n적었어요.',
	},
	{
		form: 'an assignment to tool_code that is printed',
		source: E2B_ASSIGNMENT,
		wrote: 'tool_code = log_water(cups=2)\nprint(tool_code)',
		calls: [['log_water', { cups: 2 }, 'tool-code']],
		text: '\n',
	},
	{
		form: 'a list assigned to tool_code',
		source: E2B_ASSIGNMENT,
		wrote: 'tool_code=[log_water(cups=2), stop()]',
		calls: [
			['log_water', { cups: 2 }, 'tool-code'],
			['stop', {}, 'tool-code'],
		],
	},
	{
		form: 'tool_code that lost its fence',
		source: E2B_ASSIGNMENT,
		wrote: 'tool_code\nlog_water(cups=2)',
		calls: [['log_water', { cups: 2 }, 'tool-code']],
	},
	{
		form: 'prose in a tool_code fence as none',
		source: E2B_ASSIGNMENT,
		wrote: '```tool_code\n물을 적을게요\n```',
		malformed: ['bad-arguments'],
	},
	{
		form: 'Python brackets',
		source: 'spec of E4B reports; NousResearch/hermes-agent pull 7449, 2026-04-10',
		wrote: '<|tool_call>call:log_water(cups=2, note="아침", warm=True, tags=[\'a\', None])<tool_call|>',
		calls: [['log_water', { cups: 2, note: '아침', warm: true, tags: ['a', null] }, 'python-arguments']],
	},
	{
		form: 'Python brackets with colons',
		source: 'NousResearch/hermes-agent pull 7449, 2026-04-10',
		wrote: '<|tool_call>call:write(title: "장보기", body: \'우유\')<tool_call|>',
		calls: [['write', { title: '장보기', body: '우유' }, 'python-arguments']],
	},
	{
		form: 'Python brackets without an opening token',
		source: 'NousResearch/hermes-agent pull 7449, 2026-04-10',
		wrote: 'call:log_water(cups=2)',
		calls: [['log_water', { cups: 2 }, 'python-arguments', 'missing-opener', 'missing-closer']],
	},
	{
		form: "Python's words in the model's own braces",
		source: 'vllm-project/vllm issue 51284, 2026-08-06',
		wrote: '<|tool_call>call:f{warm:True,note:None}<tool_call|>',
		calls: [['f', { warm: true, note: null }, 'python-arguments']],
	},
	{
		form: 'JSON in the braces',
		source: 'osaurus-ai/vmlx-swift pull 11, 2026-06-04',
		wrote: '<|tool_call>call:open{"url":"https://a.b/c","wait":"idle"}<tool_call|>',
		calls: [['open', { url: 'https://a.b/c', wait: 'idle' }, 'json-arguments']],
	},
	{
		form: 'JSON inside a value',
		source: 'vllm-project/vllm issue 51284, 2026-08-06',
		wrote: '<|tool_call>call:f{refs:["r1"],more:[\'r2\'],opts:{"mode": "fast"}}<tool_call|>',
		calls: [['f', { refs: ['r1'], more: ['r2'], opts: { mode: 'fast' } }, 'json-arguments']],
	},
	{
		form: 'a call as one JSON object',
		source: 'ollama/ollama issue 15539, 2026-04-13',
		wrote: '<|tool_call>{"name": "stop", "arguments": {"now": true}}<tool_call|>',
		calls: [['stop', { now: true }, 'malformed-opener', 'json-arguments']],
	},
];

/** Keys and values. */
export const GEMMA4_VALUES: readonly ReportedForm[] = [
	...block(
		'an equals sign',
		'ollama/ollama issue 17882, 2026-08-19',
		`save_as='r.docx',n="1"`,
		{ save_as: 'r.docx', n: '1' },
		'equals-sign',
		'raw-quotes',
	),
	...block(
		'an equals sign after the first key',
		'ollama/ollama issue 17882, 2026-08-19',
		'code:<|"|>x=1<|"|>,n=2',
		{ code: 'x=1', n: 2 },
		'equals-sign',
	),
	...block(
		'a key with spaces',
		'ollama/ollama issue 18390, 2026-09-11',
		'links:{My First Node:[[{to:<|"|>b<|"|>}]]}',
		{ links: { 'My First Node': [[{ to: 'b' }]] } },
		'irregular-key',
	),
	...block('a key that is a number', VLLM_PARSER, 'map:{3:<|"|>c<|"|>}', { map: { 3: 'c' } }, 'irregular-key'),
	...block(
		'a key between quote tokens',
		VLLM_PARSER,
		'map:{<|"|>3<|"|>:<|"|>c<|"|>}',
		{ map: { 3: 'c' } },
		'json-arguments',
	),
	...block('a string without quotes', VLLM_UTILS, 'city:서울 강남구', { city: '서울 강남구' }, 'unquoted-string'),
	...block(
		'a string without quotes before another key',
		OLLAMA,
		'body:hello, world,mode:<|"|>fast<|"|>',
		{ body: 'hello, world', mode: 'fast' },
		'unquoted-string',
	),
	...block('strings without quotes in a list', VLLM_UTILS, 'tags:[a b, c]', { tags: ['a b', 'c'] }, 'unquoted-string'),
	...block(
		'brackets in a string without quotes',
		OLLAMA,
		'body:use {key} [x] :) here',
		{ body: 'use {key} [x] :) here' },
		'unquoted-string',
	),
	...block(
		'a date without quotes',
		VLLM_UTILS,
		'on:2026-08-25,n:007',
		{ on: '2026-08-25', n: '007' },
		'unquoted-string',
	),
	...block('an empty value', VLLM_PARSER, 'a:,b:', { a: '', b: '' }, 'empty-value'),
	...block('a comma after the last argument', COMMAS, 'a:1,o:{b:2,},', { a: 1, o: { b: 2 } }, 'trailing-comma'),
	...block("a comma after a list's last item", COMMAS, 'l:[1, [2,], ],', { l: [1, [2]] }, 'trailing-comma'),
	...block(
		'no comma after a string',
		YZMA,
		'title:<|"|>장보기<|"|>body:<|"|>우유, 두부<|"|>',
		{ title: '장보기', body: '우유, 두부' },
		'missing-comma',
	),
	...block(
		'no comma after a string in plain quotes',
		YZMA,
		'title: "장보기" body: \'우유, 두부\'',
		{ title: '장보기', body: '우유, 두부' },
		'raw-quotes',
		'missing-comma',
	),
	...block(
		'no comma after a string without quotes, before a key in other letters',
		YZMA,
		'title: 장보기\nbody: 우유, 두부',
		{ title: '장보기', body: '우유, 두부' },
		'unquoted-string',
		'missing-comma',
	),
	...block(
		'no comma after numbers, words, objects and lists',
		YZMA,
		'n:3 on:true o:{a:1 b:2} l:[1,2] s:<|"|>x<|"|>',
		{ n: 3, on: true, o: { a: 1, b: 2 }, l: [1, 2], s: 'x' },
		'missing-comma',
	),
	...block(
		'colons in a string without quotes',
		YZMA,
		'title:Meeting notes: budget,url:https://a.b/c',
		{ title: 'Meeting notes: budget', url: 'https://a.b/c' },
		'unquoted-string',
	),
	{
		form: 'a name without `call:` at the beginning of a line, with a string of the family',
		source: TENSAI,
		wrote: '적어 둘게요.\nshare_note{title:<|"|>장보기<|"|>}<tool_call|>',
		calls: [['share_note', { title: '장보기' }, 'malformed-opener', 'missing-opener']],
		text: '적어 둘게요.\n',
	},
	{
		form: 'a comma and no brace after it',
		source: COMMAS,
		wrote: '<|tool_call>call:f{a:1,<tool_call|>',
		calls: [['f', { a: 1 }, 'missing-closer', 'trailing-comma']],
	},
	{
		form: "a comma after the last argument in Python's brackets, where it is right",
		source: COMMAS,
		wrote: '<|tool_call>call:f(a=1,)<tool_call|>',
		calls: [['f', { a: 1 }, 'python-arguments']],
	},
	...block(
		'a number that ends with its point',
		VLLM_PARSER,
		'left:108.,right:22.8',
		{ left: 108, right: 22.8 },
		'loose-number',
	),
	...block(
		'single quotes',
		OLLAMA,
		`a:<|"|>*.py<|"|>,b:'abc',c:<|"|>/tmp<|"|>`,
		{ a: '*.py', b: 'abc', c: '/tmp' },
		'raw-quotes',
	),
	...block(
		'single quotes around backslashes, and a quote token after them',
		OLLAMA,
		String.raw`b:':\s*\w+'<|"|>`,
		{ b: String.raw`:\s*\w+` },
		'raw-quotes',
		'unbalanced-quote',
	),
	...block(
		'a path with backslashes in raw quotes',
		OLLAMA,
		String.raw`path:"C:\users\bob\file.txt"`,
		{ path: String.raw`C:\users\bob\file.txt` },
		'raw-quotes',
	),
	...block(
		'an apostrophe in a string without quotes',
		OLLAMA,
		`a:don't, b:'tis`,
		{ a: "don't", b: "'tis" },
		'unquoted-string',
	),
	...block(
		'a last string that is not closed',
		'ollama/ollama issue 15315, 2026-04-06',
		'path:<|"|>/tmp<|"|>,command:<|"|>ls -la',
		{ path: '/tmp', command: 'ls -la' },
		'unbalanced-quote',
	),
	...block(
		'a last string that is not closed, in a list',
		OLLAMA,
		'edits:[{text:<|"|>a}b',
		{ edits: [{ text: 'a}b' }] },
		'unbalanced-quote',
	).map(closedWith('}]')),
	...block(
		'a string that is not closed before another key',
		'vllm-project/vllm pull 39440, 2026-04-09',
		'old:<|"|>x }],path:<|"|>f.txt<|"|>',
		{ old: 'x }]', path: 'f.txt' },
		'unbalanced-quote',
	),
	...block(
		'a string that is not opened',
		'sgl-project/sglang pull 39240, 2026-09-12',
		'query:서울, 날씨<|"|>,limit:5',
		{ query: '서울, 날씨', limit: 5 },
		'unbalanced-quote',
	),
	...block('white space before keys', 'ollama/ollama 9330bb9, 2026-04-11', ' a:1,\n  b:[ 2 ]\n', { a: 1, b: [2] }),
	...block(
		"quotes inside the model's own",
		'ollama/ollama issue 15241, 2026-04-02',
		'q:<|"|>say "hi", {then}: go<|"|>',
		{ q: 'say "hi", {then}: go' },
	),
	...block('scalars between quote tokens as strings', OLLAMA, 'n:<|"|>1<|"|>,b:<|"|>true<|"|>', { n: '1', b: 'true' }),
	{
		form: 'a text without quotes that lacks its brace',
		source: 'ollama/ollama issue 15315, 2026-04-04',
		wrote: '<|tool_call>call:write{body:\n\n# 제목 (a.md)\n\n*본문*, `src/`<tool_call|>',
		calls: [['write', { body: '# 제목 (a.md)\n\n*본문*, `src/`' }, 'unquoted-string', 'missing-closer']],
	},
	{
		form: 'a string that breaks off as none',
		source: VLLM_PARSER,
		wrote: '<|tool_call>call:write{body:<|"|>제목',
		malformed: ['unclosed'],
	},
	{
		form: 'a string without quotes that breaks off as none',
		source: VLLM_PARSER,
		wrote: '<|tool_call>call:write{body:제목',
		malformed: ['unclosed'],
	},
	{
		form: 'a stray bracket as none',
		source: VLLM_PARSER,
		wrote: '<|tool_call>call:f{a:[1,]2]}<tool_call|>',
		malformed: ['bad-arguments'],
	},
];

/** One call of `f` with these arguments, in a block of its own. */
function block(
	form: string,
	source: string,
	args: string,
	read: JsonObject,
	...repairs: Repair[]
): readonly ReportedForm[] {
	return [{ form, source, wrote: `<|tool_call>call:f{${args}}<tool_call|>`, calls: [['f', read, ...repairs]] }];
}

function closedWith(brackets: string): (form: ReportedForm) => ReportedForm {
	return (form) => ({ ...form, wrote: form.wrote.replace('}<tool_call|>', `${brackets}}<tool_call|>`) });
}
