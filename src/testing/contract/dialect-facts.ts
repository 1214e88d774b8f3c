import type { JsonObject } from '../../base/json.ts';

/** A dialect's call syntax, and how models get it wrong. */
export interface DialectFacts {
	/** `add_habit` with `{frame_level: "L2", framed_text: "술 생각이 나면, 물", n: [1, true, null]}`. */
	readonly call: string;
	/** The call without arguments, of `list`. */
	readonly bare: string;
	/** Both in one generation. */
	readonly parallel: string;
	/** The call with control tokens of the family inside a string. */
	readonly turnEnd: string;
	/** Lenient reads `f` with `{a: "x"}`. */
	readonly forgiven: Readonly<Record<string, readonly [raw: string, ...repairs: string[]]>>;
	readonly malformed: Readonly<Record<string, readonly [raw: string, reason: string]>>;
	/** Opens like nothing. */
	readonly text: readonly string[];
	/** Fragments of random texts. */
	readonly alphabet: readonly string[];
}

/** Arguments of the facts' call. */
export const FACT_ARGUMENTS: JsonObject = { frame_level: 'L2', framed_text: '술 생각이 나면, 물', n: [1, true, null] };

const JSON_CALL =
	'{"name": "add_habit", "parameters": {"frame_level": "L2", "framed_text": "술 생각이 나면, 물", "n": [1, true, null]}}';
const JSON_ALPHABET = [
	'{',
	'}',
	'[',
	']',
	'"',
	"'",
	'"name"',
	':',
	' ',
	'"f"',
	'"parameters"',
	',',
	'```',
	'json',
	'\n',
	'\\',
	'{"name": "f"',
	'네',
];
const JSON_MALFORMED = {
	'no name': ['{"parameters": {"a": 1}}', 'bad-name'],
	'a name that is none': ['{"name": "", "parameters": {}}', 'bad-name'],
	'arguments that are no object': ['{"name": "f", "parameters": [1]}', 'bad-arguments'],
	'a trailing comma': ['{"name": "f", "parameters": {"a": 1,}}', 'bad-arguments'],
	'too deep a nesting': [`{"name": "f", "parameters": {"a": ${'['.repeat(40)}${']'.repeat(40)}}}`, 'bad-arguments'],
	'a string that breaks off': ['{"name": "f", "parameters": {"a": "x', 'unclosed'],
	'too long a call': [`{"name": "f", "parameters": {"a": "${'x'.repeat(20_000)}"}}`, 'too-long'],
} as const;
const JSON_FORGIVEN = {
	'single quotes': [`{'name': 'f', 'parameters': {'a': 'x'}}`, 'raw-quotes'],
	'a missing brace': ['{"name": "f", "parameters": {"a": "x"}', 'missing-closer'],
	'arguments as a JSON string': [String.raw`{"name": "f", "arguments": "{\"a\": \"x\"}"}`, 'json-arguments'],
	'a tool_code fence': ['```tool_code\n{"name": "f", "parameters": {"a": "x"}}\n```', 'code-fence'],
	'a plain fence': ['```\n{"name": "f", "parameters": {"a": "x"}}\n```', 'code-fence'],
} as const;
const JSON_TEXT = ['{name}이라고 해요', '```\nconst a = {};\n```', '{"days": 7}', '["하나", "둘"]', '[링크](주소)'];

/** Syntax and mistakes of each dialect. */
export const DIALECT_FACTS: Readonly<Record<string, DialectFacts>> = {
	gemma4: {
		call: '<|tool_call>call:add_habit{frame_level:<|"|>L2<|"|>,framed_text:<|"|>술 생각이 나면, 물<|"|>,n:[1,true,null]}<tool_call|>',
		bare: '<|tool_call>call:list{}<tool_call|>',
		parallel:
			'<|tool_call>call:add_habit{frame_level:<|"|>L2<|"|>,framed_text:<|"|>술 생각이 나면, 물<|"|>,n:[1,true,null]}<tool_call|><|tool_call>call:list{}<tool_call|>',
		turnEnd: '<turn|>',
		forgiven: {
			'a missing closer': ['<|tool_call>call:f{a:<|"|>x<|"|>}', 'missing-closer'],
			'a string without its end': ['<|tool_call>call:f{a:<|"|>x}<tool_call|>', 'unbalanced-quote'],
			'a string without quotes': ['<|tool_call>call:f{a:x}<tool_call|>', 'unquoted-string'],
			Python: ['<|tool_call>call:f(a="x")<tool_call|>', 'python-arguments'],
		},
		malformed: {
			'no colon': ['<|tool_call>call:f{a}<tool_call|>', 'bad-arguments'],
			'arguments without names': ['<|tool_call>call:f("x")<tool_call|>', 'positional-arguments'],
		},
		text: ['<tool_call>', '<tool>', 'call:f', 'recall:f{}', 'call: f{}', 'tool_code'],
		alphabet: [
			'<|tool_call>',
			'call:',
			'f',
			'{',
			'}',
			'(',
			')',
			'=',
			'"',
			"'",
			'a:',
			'<|"|>',
			'<tool_call|>',
			'<|',
			'|>',
			'<turn|>',
			'tool_code',
			'\n',
			'```',
			',',
			'네',
		],
	},
	functiongemma: {
		call: '<start_function_call>call:add_habit{frame_level:<escape>L2<escape>,framed_text:<escape>술 생각이 나면, 물<escape>,n:[1,true,null]}<end_function_call>',
		bare: '<start_function_call>call:list{}<end_function_call>',
		parallel:
			'<start_function_call>call:add_habit{frame_level:<escape>L2<escape>,framed_text:<escape>술 생각이 나면, 물<escape>,n:[1,true,null]}<end_function_call><start_function_call>call:list{}<end_function_call>',
		turnEnd: '<end_of_turn>',
		forgiven: {
			'raw quotes': ['<start_function_call>call:f{a:"x"}<end_function_call>', 'raw-quotes'],
			'a doubled name': ['<start_function_call>call:f:f{a:<escape>x<escape>}<end_function_call>', 'doubled-name'],
			'no call:': ['<start_function_call>f{a:<escape>x<escape>}<end_function_call>', 'malformed-opener'],
			'a missing closer': ['<start_function_call>call:f{a:<escape>x<escape>}', 'missing-closer'],
		},
		malformed: { 'no name': ['<start_function_call>call:{a:1}<end_function_call>', 'bad-name'] },
		text: ['<start_function>', 'call:f'],
		alphabet: [
			'<start_function_call>',
			'call:',
			'f',
			'{',
			'}',
			'a:',
			'<escape>',
			'<end_function_call>',
			'<start_',
			'네',
		],
	},
	'gemma3-json': {
		call: JSON_CALL,
		bare: '{"name": "list", "parameters": {}}',
		parallel: `[${JSON_CALL}, {"name": "list", "parameters": {}}]`,
		turnEnd: '<end_of_turn>',
		forgiven: JSON_FORGIVEN,
		malformed: JSON_MALFORMED,
		text: JSON_TEXT,
		alphabet: JSON_ALPHABET,
	},
	'tool-code': {
		call: '```tool_code\nadd_habit(frame_level="L2", framed_text="술 생각이 나면, 물", n=[1, True, None])\n```',
		bare: '```tool_code\nlist()\n```',
		parallel: '[add_habit(frame_level="L2", framed_text="술 생각이 나면, 물", n=[1, True, None]), list()]',
		turnEnd: '<end_of_turn>',
		forgiven: {
			'a python fence': ['```python\nf(a="x")\n```', 'code-fence'],
			'a plain fence': ["```\nf(a='x')\n```", 'code-fence'],
			'no fence': ['f(a="x")', 'code-fence'],
			'print around it': ['```tool_code\nprint(f(a="x"))\n```', 'malformed-opener'],
			'a namespace': ['```tool_code\ndefault_api.f(a="x")\n```', 'namespace'],
			'a namespace in print': ['```tool_code\nprint(functions.f(a="x"))\n```', 'malformed-opener', 'namespace'],
			'JSON in the fence': ['```tool_code\n{"name": "f", "parameters": {"a": "x"}}\n```', 'json-arguments'],
			'a missing fence': ['```tool_code\nf(a="x")', 'missing-closer'],
			'a list that breaks off': ['[f(a="x")', 'missing-closer'],
			'text in the fence': ['```tool_code\nf(a="x") 입니다\n```', 'trailing-text'],
		},
		malformed: {
			'a positional argument': ['```tool_code\nf("x")\n```', 'positional-arguments'],
			'one in print': ['```tool_code\nprint(f("x"))\n```', 'positional-arguments'],
			'one after a named one': ['```tool_code\nf(b=1, ["x"])\n```', 'positional-arguments'],
			'a name as a value': ['```tool_code\nf(a=x)\n```', 'bad-arguments'],
			'a call that breaks off': ['```tool_code\nf(a="x"', 'unclosed'],
			'no code': ['```tool_code\n안녕하세요\n```', 'bad-arguments'],
			'too deep a nesting': [`\`\`\`tool_code\nf(a=${'['.repeat(40)}${']'.repeat(40)})\n\`\`\``, 'bad-arguments'],
			'too long a call': [`\`\`\`tool_code\nf(a="${'x'.repeat(20_000)}")\n\`\`\``, 'too-long'],
		},
		text: ['```python\nprint("안녕")\n```', '[링크](주소)', 'f(x)를 봐요', '수면(7시간)'],
		alphabet: ['```tool_code', '```', '\n', 'f', '(', ')', 'a=', '"', "'", '[', ']', ',', ' ', 'print(', '\\', '네'],
	},
	'flutter-gemma': {
		call: JSON_CALL,
		bare: '{"name": "list", "parameters": {}}',
		parallel: `[${JSON_CALL}, {"name": "list", "parameters": {}}]`,
		turnEnd: '<end_of_turn>',
		forgiven: {
			...JSON_FORGIVEN,
			'a json fence': ['```json\n{"name": "f", "parameters": {"a": "x"}}\n```', 'code-fence'],
			'tool_code tags': ['<tool_code>{"name": "f", "parameters": {"a": "x"}}</tool_code>', 'code-fence'],
		},
		malformed: {
			...JSON_MALFORMED,
			'a call longer than its buffer': [`{"name": "f", "parameters": {"a": "${'x'.repeat(1024)}"}}`, 'too-long'],
		},
		text: JSON_TEXT,
		alphabet: [...JSON_ALPHABET, '<tool_code>', '</tool_code>'],
	},
};
