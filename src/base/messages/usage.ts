/** English sentences of flags, options and library calls. Alphabetical by code. */
export const usage = {
	'dialect.misfit-drop': [
		"--dialect {dialect}: does not fit {model}: its chat template's {difference}",
		'Remove --dialect: the template uses {detected}.',
	],
	'dialect.misfit-name': [
		"{model}: the dialect {dialect} does not fit: its chat template's {difference}",
		'Use --dialect with {names}, whose turns it writes.',
	],
	'dialect.misfit-none': [
		"{model}: the chat template is not Gemma's: its {difference}",
		'Run it where the engine renders and parses by itself ({flag}), or add its dialect (docs/own-dialect.md).',
	],
	'dialect.no-calls-in-history': [
		'a history with tool calls cannot be written: neither the chat template nor {dialect} has them',
		'Remove suites with such histories for this model.',
	],
	'dialect.no-history': [
		'the engine {engine} renders by itself and takes no history',
		'Run the model where gemmark renders: with the runner llama-cpp.',
	],
	'dialect.no-thinking-setting': [
		'--thinking {wanted}: the engine {engine} renders by itself and has no such setting',
		'Remove --thinking, or use the runner llama-cpp.',
	],
	'dialect.no-thought-budget': [
		'--thinking {wanted}: the server of {engine} renders by itself, so the budget cannot be enforced',
		"Use --thinking on, or give the target a file with the server's chat template.",
	],
	'dialect.no-thoughts': [
		"--thinking {wanted}: neither {dialect} nor the model's chat template has thinking",
		'Remove --thinking.',
	],
	'dialect.turn-unopened': [
		"{model}: the chat template ignores add_generation_prompt, so the model's turn is never opened",
		'Use the template published with the model, or end this one with {ending}.',
	],
	'dialect.unknown': ["unknown dialect '{dialect}'", 'Choose one of: {names}.'],
	'usage.allow-unknown-field': [
		"allow: runs do not differ in a field '{field}'[[; did you mean '{near}'?]]",
		'Allow fields in which the runs differ[[: {differing}]].',
	],
	'usage.base-url-invalid': [
		'--base-url[[ {given}]]: not an http address',
		'Use an address such as http://127.0.0.1:8080. In a user or password, write a space as %20 and @ as %40.',
	],
	'usage.base-url-missing': [
		'--runner openai requires --base-url',
		'Add the address of a server, such as --base-url http://127.0.0.1:8080.',
	],
	'usage.completion-needs-template': [
		'--api completion: {address} does not report the chat template of the model',
		'Add --template FILE, or use --api chat.',
	],
	'usage.conflict': ['{flag} cannot be combined with {other}: {why}', 'Remove {flag} or {other}.'],
	'usage.device-model-missing': [
		'--model {path}: no such file',
		'The app brings its model. Remove --model, or name the same file to compare its size.',
	],
	'usage.device-model-size': [
		'--model {path}: has {sizeBytes} bytes, but the model of the app has {reported}',
		'Remove --model to use the model of the app, or copy this file to the device.',
	],
	'usage.device-model-unsized': [
		'--model {path}: the app does not report the size of its {file}',
		'Remove --model, because the file cannot be compared, or let the app report sizeBytes.',
	],
	'usage.device-whole-turns': [
		'--level app: the app takes whole user turns, but this suite asks for single generations',
		'Exclude the suite with --suite, or use --level engine.',
	],
	'usage.import-folder-exists': [
		'{folder}: is there already, so nothing was imported',
		'Name a new folder: --out FOLDER.',
	],
	'usage.log-in-use': ['{path}: in use by {owner}', 'Wait for it to finish, or choose another folder.'],
	'usage.merge-differs': [
		'{source}: cannot be merged with {first}: {fields} {n|differs|differ}',
		'Merge only the shards of one run.',
	],
	'usage.merge-differs-code': [
		'{source}: cannot be merged with {first}: {fields} {n|differs|differ}',
		'Merge only the shards of one run. Code that neither asks nor scores may differ.',
	],
	'usage.merge-differs-system': [
		'{source}: cannot be merged with {first}: {fields} {n|differs|differ}',
		'Merge only the shards of one run. A system prompt that a solver gives its samples may differ.',
	],
	'usage.merge-nothing': ['nothing to merge', 'Name the runs of the shards.'],
	'usage.merge-outcomes': [
		'{first} and {second} have different outcomes of the same samples: {samples}',
		'Merge only the shards of one run; compare repeats with: gemmark compare.',
	],
	'usage.merge-partly-merged': [
		'{source}: cannot be merged with {first}: {fields} {n|differs|differ}',
		'Name all the shards at once: a run that was merged without some takes no others.',
	],
	'usage.merge-shards': [
		'shards of {first} and shards of {second} are of different runs',
		'Merge only the shards of one run.',
	],
	'usage.model-not-served': ['--model {model}: {address} does not serve it', 'The server lists {names}.'],
	'usage.nothing-served': ['{address} lists no models', 'Set --model to the name to ask for.'],
	'usage.one-model': ['{flag} cannot be combined with several models', 'Run each model separately.'],
	'usage.requires': ['{flag} requires {needed}', 'Add {needed}, or remove {flag}.'],
	'usage.runs-differ': [
		'these runs are not comparable: {fields}',
		'If that is what you want to compare, let it differ.',
	],
	'usage.runs-differ-in': '{field} ({first} against {second})',
	'usage.runs-without-common-suite': [
		'these runs are not comparable: they have no suite in common',
		'Compare runs of the same suites.',
	],
	'usage.several-models': ['--interleave requires at least two models', 'Add another --model, or remove --interleave.'],
	'usage.several-models-served': [
		'{address} serves {count} models',
		'Choose one with --model. The server lists {names}.',
	],
	'usage.template-with-chat': [
		'--template cannot be combined with --api chat: the server renders the prompt',
		'Remove one of them.',
	],
	'usage.unknown-target': ["unknown target '{target}'[[; did you mean '{near}'?]]", 'Available: {known}.'],
	'usage.worker-parallel': [
		'--parallel is not for workers: a worker evaluates one sample at a time',
		'Start more workers.',
	],
} as const;
