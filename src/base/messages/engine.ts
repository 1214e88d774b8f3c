/** English sentences of model files, downloads, engines, runners and user code. Alphabetical by code. */
export const engine = {
	'engine.architecture-unknown': [
		"[[{model}: ]]llama.cpp does not support the architecture '{architecture}'",
		'Update node-llama-cpp, or use a Gemma model in GGUF format.',
	],
	'engine.bare-loop-ended': 'the bare loop ended before it answered',
	'engine.binding-missing': ['the llama.cpp engine is not installed', 'Run npm install node-llama-cpp.'],
	'engine.build-crashes': [
		'[[{model}: ]]the llama.cpp build of node-llama-cpp crashes on this machine ({signal})',
		'Run npx --no node-llama-cpp source download to build one.',
	],
	'engine.build-killed': [
		'[[{model}: ]]the test of the llama.cpp build was killed ({signal})',
		'The system was probably out of memory. Close other programs, then run again.',
	],
	'engine.build-missing': [
		'[[{model}: ]]node-llama-cpp has no llama.cpp build for this machine',
		'Run npx --no node-llama-cpp source download to build one.',
	],
	'engine.cache-folder': ['{folder}: cannot store prompt prefixes here', 'Use another folder.'],
	'engine.context-full': [
		'[[{model}: ]]the prompt has {tokens} tokens, and the context of {size} must also hold the answer',
		'Load the model with a larger context, such as --context-size {larger}.',
	],
	'engine.context-needs-memory': [
		'{model}: about {weights} GiB for weights, {cache} GiB for a context of {tokens} tokens and {compute} GiB for computation, but this machine has {memory} GiB',
		'Use a smaller --context-size, fewer samples at once, or a smaller model.',
	],
	'engine.context-too-small': '[[{model}: ]]{tokens} tokens to evaluate, but the context holds {size}',
	'engine.crashed-generating': [
		'{model}: the engine crashed during a generation ({how})',
		'Run again with --threads 1. If it crashes again, use another conversion of the model.',
	],
	'engine.crashed-loading': [
		'{model}: the engine crashed while loading ({how})',
		'The file is damaged or has invalid numbers. Download it again, or use another conversion of the model.',
	],
	'engine.disposed': '{model}: the model was disposed',
	'engine.empty-prompt': '[[{model}: ]]the prompt is empty',
	'engine.failed': '[[{model}: ]]llama.cpp failed: {reason}',
	'engine.file-changed': [
		'{model}: the engine crashed (SIGBUS)',
		'The model file was truncated or replaced during use. Restore it, then run again.',
	],
	'engine.grammar-refused': [
		'[[{model}: ]]llama.cpp rejected the grammar: {reason}',
		'Run without constrained decoding, and report the tool that the grammar belongs to.',
	],
	'engine.killed': [
		'{model}: the engine was killed (SIGKILL)',
		'The system was probably out of memory. Close other programs, or use a smaller quantization or context.',
	],
	'engine.load-interrupted': '{model}: loading was interrupted',
	'engine.load-timeout': ['{model}: not loaded within {seconds} s', 'Allow more time, or use a smaller model.'],
	'engine.lost-too-often': [
		'the engine was lost {n} times in this sample',
		'Read the log of the app before it went (adb logcat), then resume the run.',
	],
	'engine.model-invalid': [
		'[[{model}: ]]llama.cpp cannot load the model: {reason}',
		'Download the file again, or use another conversion of the model.',
	],
	'engine.no-answer': [
		'{model}: no answer within {ms} ms; the engine was ended',
		'Allow a generation more time with --deadline, or use a smaller model.',
	],
	'engine.no-model': '[[{model}: ]]no model is loaded',
	'engine.no-probabilities': '[[{model}: ]]llama.cpp reports no probabilities',
	'engine.not-started': 'the engine process cannot start: {reason}',
	'engine.not-stopping': [
		'{model}: the engine did not stop when asked and was ended',
		'Allow a generation more time with --deadline, or use a smaller model.',
	],
	'engine.out-of-memory': [
		'[[{model}: ]]not enough memory for the model: {reason}',
		'Close other programs, or use a smaller quantization or context.',
	],
	'engine.prompt-not-evaluated': '[[{model}: ]]the prompt could not be evaluated',
	'engine.silent': [
		'{model}: nothing came for {ms} ms; the engine was ended',
		'Allow a generation more time with --deadline, or use a smaller model.',
	],
	'engine.stopped-early': '[[{model}: ]]the engine stopped after {tokens} {tokens|token|tokens}',
	'engine.unexpected-message': '{model}: unexpected message from the engine ({type})',
	'engine.weights-need-memory': [
		'{model}: about {weights} GiB for weights alone, but this machine has {memory} GiB',
		'Use a smaller quantization, such as Q4_0, or a smaller model.',
	],
	'environment.not-a-lock': ["{path}: a link, pipe or folder is where gemmark's lock file belongs", 'Remove it.'],
	'model.cut-short': ['{name}: truncated: {bytes} of at least {needed} bytes', 'Download it again.'],
	'model.damaged': ['{name}: damaged: {reason}', 'Download it again.'],
	'model.denied': ['{path}: permission denied', 'Change its permissions.'],
	'model.empty': ['{name}: empty file', 'Download it again.'],
	'model.gguf-version': ['{name}: {reason}', 'Use a little-endian GGUF of version 3, as current conversions are.'],
	'model.lfs-pointer': ['{name}: a Git LFS pointer, not the model', 'Run git lfs pull in its repository.'],
	'model.missing': ['{path}: no model file', 'Check the path, or name a model to download, such as hf:user/repo:Q4_0.'],
	'model.not-a-file': ['{path}: not a file', 'Name the .gguf file.'],
	'model.not-gguf': ['{name}: not a GGUF file', 'llama.cpp reads models in GGUF format only.'],
	'model.unreadable': '{path}: cannot be read ({reason})',
	'model.web-page': ['{name}: a web page, not a model', 'Use the direct link to the file, or hf:user/repo:Q4_0.'],
	'queue.failed': ['the queue failed: {text}', 'Continue with --resume once the Redis is available.'],
	'queue.lost': 'The queue lost {lost} of {n} {n|sample|samples}; they are asked again.',
	'queue.no-redis': [
		'no Redis answers at {address} ({text})',
		'Start one with redis-server, or name another with --queue.',
	],
	'queue.not-installed': ['{name} is not installed, which a queue needs', 'Run: npm install bullmq ioredis'],
	'queue.redis-gone': [
		'the Redis at {address} went away and did not come back',
		'Continue with --resume once it is available.',
	],
	'queue.results-invalid': [
		'{id}: workers sent invalid results',
		'Use the same gemmark for every worker, and a Redis of your own.',
	],
	'queue.unattended':
		'No worker is at the queue, and {n} {n|sample waits|samples wait}. Start one with gemmark worker.',
	'queue.worker-ended': '{worker} ended: {problem}',
	'queue.workers-failed': ['workers failed {n} times: {text}', 'Continue with --resume once the workers are fixed.'],
	'replay.different': [
		'{name}: the conversation differs from its recording',
		'Run it with the engine: a replay cannot continue here.',
	],
	'replay.no-answer': [
		'{name}: the recording has no answer to this prompt',
		'Replay the recorded suites with their corpora and prompts.',
	],
	'replay.no-recording': ['{place}: no recording', 'Set --model to a run folder or its log.jsonl.'],
	'replay.over': '{name}: the replay has ended',
	'runner.confirm-threw': [
		'{runner}: confirm() threw {thrown}',
		'Load that model again, then continue with --resume: samples that another model may have answered are asked again.',
	],
	'runner.confirm-timeout': [
		'{runner}: confirm() did not answer within {seconds} s',
		'Fix the runner, then continue with --resume.',
	],
	'runner.dispose-failed': '{runner}: dispose() threw {thrown}',
	'runner.invalid': [
		'{runner}: {what} gave an invalid value: [[`{field}` ]]{problem}',
		'docs/own-runner.md shows what a runner gives.',
	],
	'runner.load-interrupted': '{runner}: load() was interrupted',
	'runner.load-threw': ['{runner}: load() threw {thrown}', 'Fix the runner, or what it needs.'],
	'runner.load-timeout': [
		'{runner}: load() reported no progress for {seconds} s',
		'Fix the runner. A load that takes longer must call onProgress.',
	],
	'runner.no-end': [
		'{runner}: a generation stopped without an `end` event',
		'docs/own-runner.md shows what a runner gives.',
	],
	'runner.peak-failed': '{runner}: peakRssBytes() gave {what}. Peak memory is unknown.',
	'runner.still-generating': '{runner}: the engine has not ended its previous generation',
	/** Words of a user's code, or of a server: shown as they are. */
	said: '{text}',
	'user-code.blank-turn': '{place}: turn {n} of {of} is blank',
	'user-code.error-not-text': '{place}: returned an error that is not text',
	'user-code.failed': '{place}: {problem}',
	'user-code.first-samples': [
		'the first {n} samples failed ({samples}): {said}',
		'Fix the app or runner and start the run again; --resume would continue after these samples.',
	],
	'user-code.group-not-text': '{place}: {name} is {value}, not text',
	'user-code.json-loss': '{place}: {problem}[[. {remedy}]]',
	'user-code.no-facts': '{place}: returned no facts (an object, empty if there are none)',
	'user-code.no-groups': '{place}: returned no object of names and texts',
	'user-code.no-messages': '{place}: returned no messages',
	'user-code.no-object': '{place}: returned no object',
	'user-code.not-a-message': '{place}: returned messages[{n}], which is not a message',
	'user-code.not-json': '{place}: returned what JSON cannot hold: {text}',
	'user-code.threw': '{place}: threw {thrown}',
} as const;
