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
		'Use an engine that renders and parses itself ({flag}), or add its dialect (docs/own-dialect.md).',
	],
	'dialect.no-calls-in-history': [
		'a history with tool calls cannot be rendered: neither the chat template nor {dialect} supports it',
		'Remove suites with such histories for this model.',
	],
	'dialect.no-history': [
		'the engine {engine} renders prompts itself and accepts no history',
		'Use the runner llama-cpp, whose prompts gemmark renders.',
	],
	'dialect.no-thinking-setting': [
		'--thinking {wanted}: the engine {engine} renders prompts itself and has no such setting',
		'Remove --thinking, or use the runner llama-cpp.',
	],
	'dialect.no-thought-budget': [
		'--thinking {wanted}: the server of {engine} renders prompts itself, so the budget cannot be enforced',
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
	'model.name-invalid': [
		'{reference}: not a model',
		'Use a path, hf:user/repo:Q4_0, hf:user/repo/file.gguf or an https address.',
	],
	'model.name-missing': [
		'The model name is empty',
		'Use a path, hf:user/repo:Q4_0, hf:user/repo/file.gguf or an https address.',
	],
	'model.no-gguf': ['{repository}: no GGUF files', 'Name a repository with GGUF files.'],
	'model.one-part': [
		'{file}: one of several parts',
		'Download all parts into one folder by hand, and give the path of the first.',
	],
	'model.quantization': ['{repository}: {n} GGUF {n|file|files}[[ of {quantization}]]', 'Choose one: {files}.'],
	'policy.disagree':
		'its suites disagree: {suite} takes path {path} ({policy}), {other} path {otherPath} ({otherPolicy})',
	'policy.no-suite': 'none of its suites decides a prefix policy',
	'policy.without': '{suite} took path {path}, which has no policy',
	'resume.app': 'restore the original app and suites',
	'resume.code': 'restore the code of the config, or allow code that affects neither prompts nor scores',
	'resume.engine': 'use the original engine ({engine})',
	'resume.machine': 'use the original machine ({machine})',
	'resume.model': 'use the original model ({model})',
	'resume.model-path': 'use the original model ({model}) at its original path',
	'resume.options': 'remove options that differ from those of the run ({command})',
	'resume.shards': 'run the missing shards and merge all of them',
	'template.file-unreadable': [
		'{path}: {reason}',
		'Use a Jinja file, a tokenizer_config.json or a GGUF with a chat template.',
	],
	'template.json-invalid': ['{path}: not JSON', 'Use the tokenizer_config.json as published.'],
	'template.missing': ['{path}: no chat template', 'Use a Jinja file, a tokenizer_config.json or a GGUF that has one.'],
	'template.missing-beside': ['{path}: no chat template', 'Use {beside}.'],
	'template.names': [
		'{path}: none of its chat templates ({names}) is named tool_use or default',
		'Save the one to use as a Jinja file.',
	],
	'template.not-gguf': ['{path}: not a GGUF[[: {reason}]]', 'Use a whole GGUF, or its header.'],
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
	'usage.baseline-exists': ['--save-baseline {file}: exists and is not a baseline', 'Choose another file.'],
	'usage.baseline-not-json': [
		'--save-baseline {file}: a baseline is a .json file',
		'Use a name such as baseline.json.',
	],
	'usage.capture-exists': ['{path}: is not empty', 'Choose another file with --capture, or remove this one.'],
	'usage.capture-incomplete': ['{path}: the capture is incomplete ({code})', 'Choose another file with --capture.'],
	'usage.capture-garbled': [
		"{file}: the text is damaged: a shell read the app's UTF-8 in another encoding, such as CP949",
		'Capture again with cmd.exe, or in PowerShell after [Console]::OutputEncoding = [Text.Encoding]::UTF8, with | Out-File -Encoding utf8.',
	],
	'usage.capture-no-line': [
		'{files}: no line of the corpus logger[[ that can be read; {n} cannot be read, the first at {first}]][[; {hidden} are hidden as <private>]]',
		'docs/on-device.md explains how to build the app and capture its log.',
	],
	'usage.capture-no-suite': ['no suite has one user turn per sample, which a capture needs', 'Name one with --suite.'],
	'usage.capture-no-turn': [
		'{files}: no whole turn of the suite {suite}',
		'docs/on-device.md explains how to capture. The lines above list what was excluded.',
	],
	'usage.capture-suite': [
		'suite {suite}: not one user turn per sample, which a capture needs',
		'Name another with --suite.',
	],
	'usage.capture-two-apps': [
		'{file}: processes {processes} logged at the same time, but a run covers one app',
		'Keep the lines of one: adb logcat --pid={first}, or grep its id in the capture.',
	],
	'usage.capture-unwritable': ['{path}: cannot be written ({code})', 'Choose another file with --capture.'],
	'usage.compare-one-run': ['one run cannot be compared', 'Name two or more; the first is the baseline.'],
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
	'usage.dialect-of-config': [
		'{run}: its model wrote in the dialect {dialect}, which a config defines',
		'Name that config with --config FILE.',
	],
	'usage.epochs': ['epochs {epochs}: not a whole number from 1', 'It is the number of repeats of each sample.'],
	'usage.epochs-greedy': [
		'epochs {epochs}: at temperature 0 llama.cpp on a CPU gives the same answer in every repeat',
		'Set the temperature to 1, or use determinism to check this.',
	],
	'usage.file-cannot-write': ['{file}: cannot be written ({code})', 'Name another file with --out.'],
	'usage.file-cannot-write-now': ['{file}: cannot be written ({code})', '{remedy}, or name another file with --out.'],
	'usage.filter-invalid': [
		'--filter {filter}: not a regular expression',
		'It is matched against sample ids and inputs.',
	],
	'usage.filter-none': [
		'--filter {filter}: no sample of {suites} matches',
		'It is matched against sample ids and inputs.',
	],
	'usage.filter-slow': ['--filter: {problem}', 'Avoid repeats inside repeats, such as (a+)+.'],
	'usage.folder-holds-run': [
		'{folder}: already contains a run',
		'Choose another folder[[, or resume that run with {resume}]].',
	],
	'usage.folder-other-run': ['{folder}: contains another run', 'Choose another folder with --out.'],
	'usage.gate-nothing': ['no rules to check the runs against', 'Add --gate FILE, or --save-baseline FILE.'],
	'usage.import-folder-exists': ['{folder}: already exists; nothing was imported', 'Choose a new folder with --out.'],
	'usage.label-name-long': ['--who: longer than {limit} characters', 'Use a shorter name.'],
	'usage.label-nothing': [
		'no suite of this run decides whether the text before a call is worth keeping[[; another score decides {suites}]]',
		'Run a prefix suite, such as --suite prefix.',
	],
	'usage.label-without-name': ['missing reviewer name', 'Add --who NAME.'],
	'usage.label-without-terminal': [
		'the questions require a terminal',
		'Use --web, or --export and --import with a CSV.',
	],
	'usage.log-in-use': ['{path}: in use by {owner}', 'Wait for it to finish, or choose another folder.'],
	'usage.merge-differs': [
		'{source}: cannot be merged with {first}: {fields} {n|differs|differ}',
		'Merge only the shards of one run.',
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
		'Name all the shards at once: no shard can be added to a merged run.',
	],
	'usage.merge-shards': [
		'shards of {first} and shards of {second} belong to different runs',
		'Merge only the shards of one run.',
	],
	'usage.model-file-missing': [
		'{model}: the file of its run (SHA-256 {sha256}…) is not here',
		'Name it with --model PATH.',
	],
	'usage.model-file-unhashed': ['{model}: its run has no hash of a model file', 'Divergence needs runs of GGUF files.'],
	'usage.model-not-served': ['--model {model}: {address} does not serve it', 'The server lists {names}.'],
	'usage.no-folder': ['{folder}: no such folder', 'Name the folder that runs are written to.'],
	'usage.no-history': [
		'suite {suite}: {problem}',
		'Remove the suite, or use a runner whose prompts gemmark renders, such as llama-cpp.',
	],
	'usage.no-policy': [
		'--policy from:{run}: decides no policy: {why}',
		'Name a run that took a path with a policy, or use push or discard.',
	],
	'usage.no-policy-yet': [
		'--policy from:{run}: decides no policy: {why}',
		'Label the rest with gemmark label, or use push or discard.',
	],
	'usage.no-run': ['{run}: no such run', 'Name a run folder, or its log.jsonl.'],
	'usage.no-run-to-resume': ['{folder}: no run to resume', 'Set --out to a run folder.'],
	'usage.not-a-log': ['{log}: a folder, not a log', 'Name a run folder, or its log.jsonl.'],
	'usage.not-a-path': '{what} must be a path, not {given}',
	'usage.not-a-run': ['{who}: requires a run or its log, not {given}', 'Read a run folder with readScoredRun.'],
	'usage.nothing-served': ['{address} lists no models', 'Set --model to the name of the served model.'],
	'usage.one-model': ['{flag} cannot be combined with several models', 'Run each model separately.'],
	'usage.out-is-source': ['--out {file}: the verdict is read from it, and would overwrite it', 'Name another file.'],
	'usage.port': ['port {port}: cannot listen on it ({code})', 'Choose another with --port, or 0 for any.'],
	'usage.prompts-changed': [
		'none of the {n} {n|prompt|prompts} of the baseline can be asked again',
		'Its prompts, corpus or tools have changed: run it again with this gemmark.',
	],
	'usage.processes': ['--processes {n}: this machine has {limit} for {most}', 'Ask for {most} or fewer.'],
	'usage.queue-address': ['--queue requires the address of a Redis', 'It looks like redis://127.0.0.1:6379.'],
	'usage.reflection-pairs': [
		'--reflection both: no suite of {suites} can be paired',
		'Use a suite of app turns without a decision, such as tools.',
	],
	'usage.reports-given': [
		'writeReports: requires a run, as evaluate() returns it',
		'For a run on disk, give its folder and its log from readScoredRun.',
	],
	'usage.requires': ['{flag} requires {needed}', 'Add {needed}, or remove {flag}.'],
	'usage.resume-differs': [
		'{source}: cannot be resumed: {fields} {n|differs|differ} from the original run',
		'To resume it, {remedies}. Otherwise start a new run.',
	],
	'usage.resume-interleaved': [
		'{source}: cannot be resumed: {fields} {n|differs|differ} from the original run',
		'Interleaved runs (--interleave) cannot be resumed, because their times are compared side by side. Start new ones.',
	],
	'usage.resume-one-model':
		'resuming {model} only. The same command also had {others}: resume each with --out and its folder',
	'usage.resume-secret': ['--{option}: the log does not contain its secrets ({value})', 'Give --{option} again.'],
	'usage.run-lacks': [
		'{who}: requires a run or its log, and this has no {field}',
		'Read a run folder with readScoredRun.',
	],
	'usage.run-path': [
		'a run is read by the path of its folder or log.jsonl, not by {type}',
		'The result of evaluate() has its log, and its folder as `folder`.',
	],
	'usage.runs-differ': ['these runs are not comparable: {fields}', 'To compare them anyway, allow the difference.'],
	'usage.runs-differ-in': '{field} ({first} vs {second})',
	'usage.runs-without-common-suite': [
		'these runs are not comparable: they have no suite in common',
		'Compare runs of the same suites.',
	],
	'usage.sampling-greedy': [
		'sampling recommended means temperature 1, but the temperature is 0',
		'Remove one of them.',
	],
	'usage.save-baseline-several': ['--save-baseline keeps one run, but several are named', 'Name one run.'],
	'usage.several-models': ['--interleave requires at least two models', 'Add another --model, or remove --interleave.'],
	'usage.several-models-served': [
		'{address} serves {count} models',
		'Choose one with --model. The server lists {names}.',
	],
	'usage.several-runs': ['{run}: contains {n} runs and is not one itself: {runs}', 'Name one of them: {first}.'],
	'usage.template-with-chat': [
		'--template cannot be combined with --api chat: the server renders the prompt',
		'Remove one of them.',
	],
	'usage.too-many-samples': [
		'{n} samples are planned, a run has at most {limit}',
		'Lower --epochs, or use --limit or --filter.',
	],
	'usage.top-k': ['--top-k {topK}: {runner} samples from at most {most} tokens', 'Use --top-k {most} or less.'],
	'usage.unknown-runner': ['--runner {runner}: unknown runner', 'Available: {known}.'],
	'usage.unknown-suite': [
		"unknown suite '{suite}'[[; did you mean '{near}'?]]",
		'Available: {known}[[. In a config, kind: {kind} adds one of that kind]].',
	],
	'usage.unknown-target': ["unknown target '{target}'[[; did you mean '{near}'?]]", 'Available: {known}.'],
	'usage.worker-parallel': [
		'--parallel is not for workers: a worker evaluates one sample at a time',
		'Start more workers.',
	],
} as const;
