/** English sentences of configs, and apps, tools and MCP servers that a config names. Alphabetical by code. */
export const config = {
	'config.answers': ['{place}: {field}: {problem}', 'Fix it there.'],
	'config.app-field': ['{place}: app.{field}: {problem}', '{hint}'],
	'config.commonjs': [
		'{file}: CommonJS configs are not supported',
		'Make it an ES module, {name} with import and export default, or choose it with --config.',
	],
	'config.env-missing': ['{place}: environment variable {name} is not set', 'Set it, or write the value there.'],
	'config.field': '{place}: [[{field}: ]]{problem}[[ (and {more} more)]]',
	'config.foreign-owner': [
		'{file}: belongs to another user ({user}), so it is not read',
		'If you trust it, choose it with --config.',
	],
	'config.frame-prompt-placeholder': [
		'frame prompt: {section} has no {placeholder}',
		'Write {placeholder} where its value belongs.',
	],
	'config.frame-prompt-sections': [
		'frame prompt: the sections <SYSTEM>, <FEW_SHOT>, <USER> are missing or out of order',
		'Put each heading on its own line, <SYSTEM> first.',
	],
	'config.gate-baseline-missing': [
		'{source}: not a baseline: {missing} {missing|sample is|samples are} missing',
		'Compare with a whole run.',
	],
	'config.gate-baseline-part': [
		'{source}: not a baseline: the run has only some of its samples ({part})',
		'Compare with a whole run.',
	],
	'config.gate-baseline-unended': [
		'{source}: not a baseline: the run is not complete ({outcome})',
		'Compare with a whole run.',
	],
	'config.gate-field': [
		'{source}: {field}: {problem}',
		'A gate file has `version: 1` and `rules`, each with a metric and min, max, maxDrop or maxRise.',
	],
	'config.gate-metric': "{place}: this run has no metric '{metric}'[[; did you mean '{near}'?]]",
	'config.gate-metrics': ['{source}: {problems}', 'docs/metrics.md lists the names of metrics.'],
	'config.gate-part': '{place}: {metric} counts all prompts, which a run with {part} does not have',
	'config.gate-share': [
		'{place}: {metric} is a share between 0 and 1, and was given {bound}',
		'For {bound}% write {share}.',
	],
	'config.gate-unknown-field': [
		"{source}: {field}: unknown field[[; did you mean '{near}'?]]",
		'A gate file has `version: 1` and `rules`, each with a metric and min, max, maxDrop or maxRise.',
	],
	'config.getter-threw': ['{place}: reading a field threw {thrown}', 'Fix the code.'],
	'config.import-answers-only': ['these files hold possible answers only', 'Name the files of questions too.'],
	'config.import-nothing': [
		'nothing could be imported: [[{place}: ]]{reason}',
		'docs/benchmarks.md lists the files that can be imported.',
	],
	'config.import-unreadable': ['{file}: {problem}', 'docs/benchmarks.md says where the data is.'],
	'config.is-folder': ['{file}: a folder, not a config', 'Rename the folder, or choose a config with --config.'],
	'config.key-not-a-header': [
		'{variable}: has a character that an HTTP header cannot carry, such as a line break',
		'Set it to the key alone, on one line.',
	],
	'config.language': ["'{tag}' is not a language", "Write a BCP 47 tag such as 'ko' or 'en', or 'any'."],
	'config.mcp-cwd-outside': [
		'{place}: {path} is outside {folder}',
		'Use an absolute path, and set `allowOutside: true` in the config.',
	],
	'config.mcp-ended': 'exited before it answered',
	'config.mcp-error': 'returned an error: {reason}',
	'config.mcp-http': 'answered with HTTP {status}',
	'config.mcp-invalid-tool': 'has an invalid tool: {tool}: [[{field}: ]]{problem}. Exclude it with excludeTools',
	'config.mcp-no-mcp': 'does not speak MCP[[ ({type})]]',
	'config.mcp-no-program': ["{place}: there is no program '{command}'", 'Install it, or give its full path.'],
	'config.mcp-no-tool-left': [
		'{place}: MCP server {server} has no tool left',
		'Available: {offered}. To exclude the server, use disabled: true.',
	],
	'config.mcp-no-tools': ['{place}: MCP server {server} has no tools', 'Remove it.'],
	'config.mcp-same-tool': [
		'{place}: tool {tool} of MCP server {server} is also one of {other}',
		'A model calls a tool by name alone: drop one of them with excludeTools.',
	],
	'config.mcp-sdk-missing': [
		'MCP servers need @modelcontextprotocol/client',
		'Run npm install @modelcontextprotocol/client next to gemmark.',
	],
	'config.mcp-start': [
		'{place}: MCP server {server} {problem}[[ ({stderr})]]',
		'Run its command by hand, or check its url, headers and log.',
	],
	'config.mcp-timeout': 'did not answer within {seconds} s',
	'config.mcp-unauthorized': 'rejected gemmark (HTTP {status})',
	'config.mcp-unknown-tool': [
		"{place}: MCP server {server} has no tool '{tool}'[[; did you mean '{near}'?]]",
		'Available: {offered}.',
	],
	'config.mcp-unreachable': 'cannot be reached[[ ({code})]]',
	'config.mcp-unusable': 'cannot be used: {reason}',
	'config.module': ['{place}: {said}', 'Fix it there.'],
	'config.module-threw': '{place}: threw {thrown}',
	'config.no-export': ['{file}: the default export is not a config', 'Write: export default defineConfig(...);'],
	'config.no-file': ['{place}: no such file: {path}', "Paths are relative to the config's folder."],
	'config.no-folder': ['{place}: no such folder: {path}', 'Fix the path.'],
	'config.no-suites': ['{place}: the config has no suites', 'Name what is asked of the app: suites.'],
	'config.no-tools': ['{place}no tools', 'Write OpenAI functions, an MCP tools/list answer or BFCL functions.'],
	'config.none-for-tests': [
		'gemmarkTest: no gemmark.config here or above',
		"Name one: config: 'gemmark.config.yaml', or write one with: npx gemmark init.",
	],
	'config.outside': [
		'{place}: {path} is outside {folder}',
		'Move it there, or set `allowOutside: true` in the config.',
	],
	'config.runner-option': ['{source}: [[{field}: ]]{problem}', 'This is an option of the runner {runner}.'],
	'config.runner-option-unknown': [
		"{source}: {option}: the runner {runner} has no such option[[; did you mean '{near}'?]]",
		'Its options: {names}.',
	],
	'config.setting-missing': ['{place}: {path} does not exist', 'Correct it there, or name another with --{name}.'],
	'config.timeout': ['{file}: no config after {seconds} s', 'It may be awaiting something that never resolves.'],
	'config.tool': ['{place}: {tool}: {problem}', '{hint}'],
	'config.tool-not-declarable': [
		'tool {tool}: its schema cannot be declared in a prompt[[: {field}: {reason}]]',
		'Use strings, numbers, booleans, enums, arrays and objects.',
	],
	'config.tool-not-object': [
		"tool {tool}: its schema is not a z.object[[ ('{type}')]]",
		'Use z.object for the schema. Transform fields or the handler, not the object.',
	],
	'config.tool-twice': [
		'tool {tool}: declared twice',
		'Rename one of them, or add a prefix to the names of one source.',
	],
	'config.two': ['{file}: {other} is a config too', 'Keep one of them, or choose one with --config.'],
	'config.unread-name': ['{file}: not a name that gemmark reads', 'Use one of {names}.'],
	'dialect.invalid': ['dialect {dialect}: [[{field}: ]]{problem}', 'docs/own-dialect.md has an example.'],
	'dialect.name-taken': ['dialect {dialect}: gemmark has a dialect of that name', 'Choose another name.'],
} as const;
