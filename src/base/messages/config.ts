/** English sentences of configs, and apps, tools and MCP servers that a config names. Alphabetical by code. */
export const config = {
	'config.answers': ['{place}: {field}: {problem}', 'Fix it there.'],
	'config.app-close': [
		'{file}: app {name}: close is not a function',
		'Use a function such as close: () => pool.end().',
	],
	'config.app-code': ['{place}: {problem}', 'Fix the app: it is opened once for each sample.'],
	'config.app-field': ['{place}: app.{field}: {problem}', '{hint}'],
	'config.app-session': [
		'{place}: open(): returned {problem}',
		'Return an object with tools, snapshot() and close(). Do slow work before the config is exported.',
	],
	'config.app-system': ['{file}: app.system: must be text and not empty', 'Write what the model should know.'],
	'config.app-system-file': [
		"{file}: app.system: in defineApp '{name}' is the prompt itself, not a file",
		"Read the file: readFileSync(new URL('{name}', import.meta.url), 'utf8').",
	],
	'config.baseline': [
		'{file}: [[{field}: ]]{problem}',
		'Write one with gemmark gate RUN --save-baseline FILE, or name a run.',
	],
	'config.baseline-incomplete': [
		'{file}: has {there} of the {n} {n|sample|samples} that its header plans',
		'Write one with gemmark gate RUN --save-baseline FILE, or name a run.',
	],
	'config.budget-group': ["{place}: suite {suite} has no sample of {group}; did you mean '{near}'?", 'It has {known}.'],
	'config.budget-scope': [
		"{place}: '{scope}' is neither a suite nor a group of one",
		'Use SUITE, SUITE[GROUP=VALUE] or SUITE[GROUP!=VALUE].',
	],
	'config.budget-suite': ["{place}: unknown suite '{suite}'; did you mean '{near}'?", 'The config has {known}.'],
	'config.commonjs': [
		'{file}: CommonJS configs are not supported',
		'Make it an ES module, {name} with import and export default, or choose it with --config.',
	],
	'config.env-missing': ['{place}: environment variable {name} is not set', 'Set it, or write the value there.'],
	'config.expected': ['{place}: {field}: {problem}', '{remedy}'],
	'config.expected-arguments': 'Fix it there: {tool} takes {arguments}.',
	'config.expected-no-arguments': 'Fix it there: {tool} takes no arguments.',
	'config.expected-no-tools': 'The app has no tools: a disabled server has none.',
	'config.expected-tools': 'The app has {tools}.',
	'config.facet': [
		"{file}: suite {suite}: facets.{facet}: no sample has this group[[; did you mean '{near}'?]]",
		'Use a group that groups() returns: {groups}.',
	],
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
	'config.gate-given': [
		'gate: must be a list of rules or the content of a gate file, not {given}',
		'Each rule has a metric and min, max, maxDrop or maxRise.',
	],
	'config.gate-metric': "{place}: this run has no metric '{metric}'[[; did you mean '{near}'?]]",
	'config.gate-metrics': ['{source}: {problems}', 'docs/metrics.md lists the names of metrics.'],
	'config.gate-needs-baseline': [
		'{path}: compares with a baseline, but none was named',
		'Add --baseline RUN. The first time, compare a run with itself: gemmark gate RUN --gate FILE --baseline RUN --save-baseline baseline.json.',
	],
	'config.gate-part': '{place}: {metric} counts all prompts, which a run with {part} does not have',
	'config.gate-share': [
		'{place}: {metric} is a share between 0 and 1, and was given {bound}',
		'For {bound}% write {share}.',
	],
	'config.gate-text': [
		'gate: must be the path of a gate file or its parsed content, not its text',
		'Use the path, or parse the text first.',
	],
	'config.gate-unknown-field': [
		"{source}: {field}: unknown field[[; did you mean '{near}'?]]",
		'A gate file has `version: 1` and `rules`, each with a metric and min, max, maxDrop or maxRise.',
	],
	'config.getter-threw': ['{place}: reading a field threw {thrown}', 'Fix the code.'],
	'config.groups': ['{file}: {problem}', 'Return names and texts, such as the kind of the sample.'],
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
	'config.name-twice': ["{place}: {field}: duplicate name '{name}'", 'Rename one of them.'],
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
	'config.runner-name-taken': ['{source}: runner {runner}: gemmark has a runner of that name', 'Choose another name.'],
	'config.runner-option': ['{source}: [[{field}: ]]{problem}', 'This is an option of the runner {runner}.'],
	'config.runner-option-unknown': [
		"{source}: {option}: the runner {runner} has no such option[[; did you mean '{near}'?]]",
		'Its options: {names}.',
	],
	'config.scorer': [
		'{file}: suite {suite}: scorer {scorer}, tried on sample {sample} and {turn}: {problem}',
		'Return true or false (of a number, the number), an object with value and reason, or undefined, but not a promise.',
	],
	'config.session-lacks': 'a session without {part}',
	'config.session-promise': 'a promise, not a session',
	'config.session-value': '{value}, which is not a session',
	'config.setting-missing': ['{place}: {path} does not exist', 'Correct it there, or name another with --{name}.'],
	'config.suite-failed': ['{file}: {problem}', 'Fix the suite.'],
	'config.suite-renamed': [
		"{file}: suite {suite}: build() returned a suite named '{other}'",
		'Set the name where the suite is made.',
	],
	'config.suite-threw': 'suite {suite}: threw {thrown}',
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
	'config.unknown-dialect': [
		"{place}: dialect: unknown dialect '{dialect}'[[; did you mean '{near}'?]]",
		'Available: {known}.',
	],
	'config.unknown-kind': [
		"{place}: {field}: unknown kind '{kind}'[[; did you mean '{near}'?]]",
		'Available: {known}. For a suite in code, use defineSuite in a gemmark.config.ts.',
	],
	'config.unknown-runner': [
		"{place}: {field}: unknown runner '{runner}'[[; did you mean '{near}'?]]",
		'Available: {known}. Import a runner of yours in a gemmark.config.ts.',
	],
	'config.unread-name': ['{file}: not a name that gemmark reads', 'Use one of {names}.'],
	'dialect.invalid': ['dialect {dialect}: [[{field}: ]]{problem}', 'docs/own-dialect.md has an example.'],
	'dialect.name-taken': ['dialect {dialect}: gemmark has a dialect of that name', 'Choose another name.'],
} as const;
