/** English sentences of dialects, templates and `gemmark lint`; the word after `lint.` is the finding's code. Alphabetical by code. */
const context =
	'system prompt {system}, tools {tools}, template {bare} of {size} tokens[[ ({estimated})]]. {left} left, {each} for each of {turns} turns';
const shorten = 'Shorten the tools or the system prompt, or raise --context-size.';
const describe = "Add it to the tool's description.";
const keepOpen = 'Keep the conversation open instead of rendering it again';
const missing = 'missing from the prompt: {details}';
const published = 'Use the chat template published with the model.';
const unknown = 'not printed by the chat template, so the model cannot know it';
const litert = 'Use a template made for LiteRT-LM (docs/lint.md).';

export const lint = {
	'lint.phone-counted':
		'  Warning: the phone counted {counted} prompt tokens, not {tokens}: it may have read another prompt',
	'train.exact': '{sample} is {place}: "{text}"',
	'train.near': '{share}% of {sample} is in {place}: "{text}"',
	'train.same': '{sample} is {place}[[ but for {differs}]]: "{text}"',
	'train.template': '{sample} is {place} with other values: "{text}"',
	'train.more': '{n} more [{code}]: --json has all',
	'train.row': 'row {row}',
	'train.title':
		'{files}: {rows} {rows|row|rows} against {test} of test ({source})[[; {unread} {unread|line|lines} not read]]',
	'train.totals':
		'{errors} {errors|error|errors}, {warnings} {warnings|warning|warnings}, {notes} {notes|note|notes}[[; {dev} dev {dev|row is|rows are} in the file, as exported]]',
	'train.values': '{field}: {known} of {of} test values are in training rows',
	'dialect.returned': [
		'dialect {dialect}: {what} returned an invalid value: [[`{field}` ]]{problem}',
		'Fix the dialect.',
	],
	'dialect.threw': ['dialect {dialect}: {what} threw {thrown}', 'Fix the dialect.'],
	'lint.alternative-unseen': [missing, describe],
	'lint.at': '{where}: {said!}',
	'lint.bos-added': 'does not begin with {bos}. Engines add it, as the file requires',
	'lint.bos-missing': [
		'does not begin with {bos}, which a Gemma needs, and gemmark does not add it',
		'Put bos_token first in the template, or set add_bos_token in the file.',
	],
	'lint.bos-twice': ['begins with {bos} twice', 'Remove one of them from the template.'],
	'lint.context': context,
	'lint.context.cramped': [context, shorten],
	'lint.context.full': [
		'system prompt {system}, tools {tools}, template {bare} of {size} tokens[[ ({estimated})]]. No room for a conversation',
		shorten,
	],
	'lint.default-unseen': [missing, describe],
	'lint.description-unseen': [missing, 'Add it to the system prompt.'],
	'lint.enum-unseen': [missing, describe],
	'lint.estimated': 'estimated from characters',
	'lint.foreign-template': [
		'does not open turns as Gemma does ({turns}), so it is not a Gemma template',
		'Use --runner openai --api chat, where the engine renders the prompt, or add its dialect (docs/own-dialect.md).',
	],
	'lint.limit-unseen': [missing, describe],
	'lint.litert.call': ['LiteRT-LM: prints no calls, so the model calls again', litert],
	'lint.litert.end': [
		'LiteRT-LM: prints white space after the end of a turn, which is lost: the turn ends at the stop token',
		litert,
	],
	'lint.litert.get': ['LiteRT-LM: calls .get(), which its minijinja lacks, so nothing is rendered', litert],
	'lint.litert.history': [
		'LiteRT-LM: prints text before a call differently once the tool has answered, so the turn after the call fails',
		litert,
	],
	'lint.litert.parts': ['LiteRT-LM: contents come as lists of parts, which are not printed as their text', litert],
	'lint.litert.refused': ['LiteRT-LM: refuses a call with its answer: {why}', litert],
	'lint.litert.response': ["LiteRT-LM: prints no tools' answers, so the model does not see them", litert],
	'lint.litert.twice': [
		"LiteRT-LM: begins a tool's answer with <|tool_response>, at which the model stopped, so the prompt has it twice",
		litert,
	],
	'lint.model-side': '  template  {text}',
	'lint.model-turn-unopened': [
		"does not open the model's turn after the user's message, so the model continues the user's turn",
		'Use the chat template published with the model, or end this one with {ending}.',
	],
	'lint.no-tool-support': [
		'prints no tools, so the model cannot know any of the {n}',
		'Use a template of the model that prints tools.',
	],
	'lint.no-tool-support.engine': ['{why}', 'Use a model file or a server that passes tools to the model.'],
	'lint.other-turns': [
		'{difference}, so later turns would not match the template; runs are refused',
		'Use the chat template published with the model, or add its dialect (docs/own-dialect.md).',
	],
	'lint.part-bos': 'BOS',
	'lint.part-system': 'the system prompt',
	'lint.part-template': 'the template',
	'lint.part-tool': 'tool {name}',
	'lint.part-user': "the user's words",
	'lint.phone-differs': '{sample}: differs after {byte} bytes, in {part}',
	'lint.phone-no-exchange': [
		'{path}: not an exchange file',
		'Name the answers of a phone, or what gemmark run --record wrote.',
	],
	'lint.phone-none': [
		'{path}: no conversation has its prompt',
		'Have the app send `rendered` with the first end of a conversation (docs/device-protocol.md).',
	],
	'lint.phone-same': '{sample}: same, {tokens} tokens',
	'lint.phone-same-about': '{sample}: same, about {tokens} tokens',
	'lint.phone-side': '  phone     {text}',
	'lint.prefix-forbidden': [
		"forbids the text before a call that the prefix verdict counts: '{quote}'",
		'Remove the sentence, or do not decide by the prefix suite: path B follows from the prompt, not from the model.',
	],
	'lint.parameter-unseen': [
		`${unknown}[[ (official Gemma 4 templates before {until} drop every parameter called {name})]]`,
		'Rename it, or use the newest official template.',
	],
	'lint.replay-call-lost': [
		'calls in the history are not printed',
		`${keepOpen}, or use a template that prints calls.`,
	],
	'lint.replay-prefix': 'the text before a call (path A) stays before the call when the history is rendered again',
	'lint.replay-prefix.after': [
		'the text before a call (path A) moves after the response when the history is rendered again',
		`${keepOpen}, or drop that text from the history (path B).`,
	],
	'lint.replay-prefix.alone':
		'the text before a call (path A) stays, without the call, when the history is rendered again',
	'lint.replay-prefix.between': [
		'the text before a call (path A) moves between call and response when the history is rendered again',
		`${keepOpen}, or drop that text from the history (path B).`,
	],
	'lint.replay-prefix.nowhere': [
		'the text before a call (path A) is dropped when the history is rendered again',
		`${keepOpen}, or drop that text from the history (path B).`,
	],
	'lint.replay-refused': ['refuses a history with a tool call: {why}', `${keepOpen}.`],
	'lint.replay-response-lost': [
		'tool responses are not printed',
		`${keepOpen}, or use a template that prints responses.`,
	],
	'lint.required-unseen': [missing, describe],
	'lint.reserved-name': [
		'printed by this template, but official Gemma 4 templates before {until} drop every parameter called {name}',
		'Rename it if users may have an older file.',
	],
	'lint.schema-fails': [
		'with this schema as written, the template fails in LM Studio and transformers.js ({why})[[, and in llama-server ({server})]]. gemmark adds the missing type or takes one of several; these engines do not',
		'Give it one type, such as "type": "string".',
	],
	'lint.system-refused': ['refused by the chat template: {why}', 'Use a model file whose template has a system turn.'],
	'lint.system-unseen': [unknown, 'Use a template with a system turn, or add it to the first user message.'],
	'lint.template-unusable': ['{why}', published],
	'lint.template-unusable.tools': [
		"prints the app's first prompt, but refuses it with other tools or none: {why}",
		published,
	],
	'lint.thinking': 'enable_thinking turns thinking on and off',
	'lint.thinking-by-default': [
		'thinks unless enable_thinking is false, so a server without this option spends tokens on thinking',
		'Switch it off in the app, or run with --thinking on.',
	],
	'lint.thinking-missing': [
		'thinking was requested, but neither the template nor {dialect} supports it',
		'Remove --thinking.',
	],
	'lint.thinking-unswitched': [
		'thinking was requested, but the template has no switch. gemmark writes {marker}; an app or server that renders the template does not',
		"Begin the app's system prompt with the marker.",
	],
	'lint.thinking.empty': 'enable_thinking switches thinking. Off, the answer begins with an empty thought',
	'lint.thinking.marker': 'no switch for thinking. --thinking on writes {marker}',
	'lint.tool-unseen': [unknown, 'Use the newest official template.'],
	'lint.tools-in-text': 'has no support for tools, so the system prompt declares them as {dialect} does',
	'lint.tools-in-text.ignored': [
		'supports tools, but writes calls in no form that gemmark parses. The system prompt declares the tools as {dialect} does; an app or server that passes tools to the template gets another prompt',
		"Declare the tools in the app's system prompt too, or add the template's dialect (docs/own-dialect.md).",
	],
	'lint.trigger-missing': [
		'{dialect} calls only if the developer turn says "{trigger}". gemmark adds it',
		"Add it to the app's system prompt.",
	],
	'lint.turn-opening': 'turns do not open with {opening}',
	'lint.turn-second': 'second turn is {theirs}, not {ours}',
	'lint.type-unseen': [missing, describe],
	'lint.user-unseen': [
		"does not print the user's message after a system prompt, so the model answers something else",
		published,
	],
	'lint.vintage': 'official template of {family}, {date}, the newest known to gemmark',
	'lint.vintage.older': [
		'official template of {family}, {date}',
		'Use a model file with the newest known template ({newest}).',
	],
	'lint.vintage.unknown':
		'not an official template known to gemmark (sha256 {hash})[[; it gives {date} as its publication date]]',
	'template.refused': ['the chat template rejects the prompt: {reason}', published],
	'template.unreadable': ['the chat template cannot be parsed: {reason}', published],
} as const;
