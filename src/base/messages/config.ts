/** English sentences of configs, and apps, tools and MCP servers that a config names. Alphabetical by code. */
export const config = {
	'config.env-missing': ['{place}: environment variable {name} is not set', 'Set it, or write the value there.'],
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
	'config.import-answers-only': ['these files hold possible answers only', 'Name the files of questions too.'],
	'config.import-nothing': [
		'nothing could be imported: [[{place}: ]]{reason}',
		'docs/benchmarks.md lists the files that can be imported.',
	],
	'config.import-unreadable': ['{file}: {problem}', 'docs/benchmarks.md says where the data is.'],
	'config.key-not-a-header': [
		'{variable}: has a character that an HTTP header cannot carry, such as a line break',
		'Set it to the key alone, on one line.',
	],
	'config.language': ["'{tag}' is not a language", "Write a BCP 47 tag such as 'ko' or 'en', or 'any'."],
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
	'config.no-suites': ['{place}: the config has no suites', 'Name what is asked of the app: suites.'],
	'config.none-for-tests': [
		'gemmarkTest: no gemmark.config here or above',
		"Name one: config: 'gemmark.config.yaml', or write one with: npx gemmark init.",
	],
	'config.runner-option': ['{source}: [[{field}: ]]{problem}', 'This is an option of the runner {runner}.'],
	'config.runner-option-unknown': [
		"{source}: {option}: the runner {runner} has no such option[[; did you mean '{near}'?]]",
		'Its options: {names}.',
	],
	'config.setting-missing': ['{place}: {path} does not exist', 'Correct it there, or name another with --{name}.'],
	'dialect.invalid': ['dialect {dialect}: [[{field}: ]]{problem}', 'docs/own-dialect.md has an example.'],
	'dialect.name-taken': ['dialect {dialect}: gemmark has a dialect of that name', 'Choose another name.'],
} as const;
