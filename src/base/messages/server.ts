/** English sentences of servers that speak the OpenAI protocol. Alphabetical by code. */
export const server = {
	'server.busy': [
		'{address}: the server answered {status}[[ ({words})]]',
		'Wait[[ {seconds} s]], or send fewer requests at once (--parallel), then continue with --resume.',
	],
	'server.cut': ['{address}: the connection closed before the answer was complete', 'See the log of the server.'],
	'server.empty-stream': ['{address}: the stream has no events', 'See the log of the server.'],
	'server.failed': '{address}: the server reported an error[[ ({words})]]',
	'server.headers-too-long': [
		'{address}: the headers of the answer are longer than {kib} KiB',
		'Check that --base-url is an OpenAI-compatible server.',
	],
	'server.internal-error': [
		'{address}: the server answered {status}[[ ({words})]]',
		'See the log of the server. Once it answers, run again, or continue with --resume.',
	],
	'server.moved-model': [
		'{address}: now serves {model} from another folder',
		'Load the first model again and keep it loaded, then continue with --resume. Unconfirmed samples run again.',
	],
	'server.no-adapter': [
		'{address}: {adapter} names none of its adapters, or several[[ ({loaded})]]',
		'Start llama-server with --lora FILE, and name that path with --adapter.',
	],
	'server.not-found': [
		'{address}: the server answered {status}[[ ({words})]]',
		'Check --base-url, and compare --model with the names that the server lists.',
	],
	'server.not-json': '{address}: the answer is not a JSON object',
	'server.not-streamed': [
		'{address}: the server answered all at once, not as a stream',
		'Use a server that streams when a request has `stream: true`.',
	],
	'server.other-model': [
		'{address}: now serves {model}, not {before}',
		'Load the first model again and keep it loaded, then continue with --resume. Unconfirmed samples run again.',
	],
	'server.other-name': ['{address}: answers as {name}, but the request named {asked}', 'Use --model {name}.'],
	'server.proxy': [
		'{address}: no connection through the proxy {proxy} ({reason})',
		'Check the proxy, or set NO_PROXY={host}.',
	],
	'server.redirects': [
		'{address}: the server redirects to {to}',
		'Redirects are not followed. If you trust that address, use it as --base-url.',
	],
	'server.refused': '{address}: the server answered {status}[[ ({words})]]',
	'server.renamed': [
		'{address}: answers as {name}, but answered as {before} earlier',
		'Keep one model loaded in the server, then continue with --resume. Earlier samples stay.',
	],
	'server.timeout': [
		'{address}: no answer in time',
		'If the server is still loading its model, run again once it answers.',
	],
	'server.too-long': [
		'{address}: a response or event is longer than {mib} MiB',
		'Check that --base-url is an OpenAI-compatible server.',
	],
	'server.tools-ignored':
		'the server counted only {tokens} prompt tokens with a tool of {words} words: the model never sees tools',
	'server.tools-refused': 'the server refuses a request with tools: {problem}',
	'server.unauthorized': [
		'{address}: the server answered {status}[[ ({words})]]',
		'Set GEMMARK_API_KEY to the key of this server.',
	],
	'server.unreachable': [
		'{address}: no connection ({reason})',
		'Check that the server is running and --base-url is right.',
	],
	'server.unsupported-response': [
		'{address}: unsupported response in {field}',
		'Use a server that answers as the OpenAI API does. docs/openai-servers.md lists the supported forms.',
	],
	'server.wrong-type': [
		'{address}: the answer is not a stream ({type})',
		'Check that --base-url is an OpenAI-compatible server.',
	],
} as const;
