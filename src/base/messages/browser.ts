/** English sentences of browser engines: wllama, web-llm and LiteRT-LM. Alphabetical by code. */
export const browser = {
	'browser.closed': 'the page was closed',
	'browser.context': ['{model} was made for a context of {tokens} tokens', 'Use --context-size {tokens} or less.'],
	'browser.crashed': [
		'{model}: {how}',
		'The browser probably ran out of memory. Use a smaller model, quantization or context.',
	],
	'browser.engine': '{model}: {problem}',
	'browser.gone': 'the browser ended',
	'browser.gpu-emulated': 'the GPU is emulated in software',
	'browser.gpu-lacks': 'the GPU lacks {features}',
	'browser.gpu-lacks-f16': 'the GPU lacks {features}. Use a q4f32 model',
	'browser.litert-history':
		"LiteRT-LM refused the turn: the file's chat template prints an answer differently once a message follows it. `gemmark lint` shows where",
	'browser.litert-invalid': [
		'{model} is not a .litertlm file',
		'A GGUF file runs in llama-cpp or wllama, a .task file in its app (--runner device, gemmark ingest).',
	],
	'browser.litert-missing': ['no model file at {path}', 'LiteRT-LM reads files such as gemma-4-E2B-it-web.litertlm.'],
	'browser.no-bos': 'the prompt does not start with BOS, which wllama adds to every prompt',
	'browser.no-grammar': 'web-llm supports no grammar',
	'browser.no-template': '{model} has no chat template',
	'browser.no-top-k': 'web-llm supports no top-k sampling',
	'browser.no-webgpu': 'this browser has no WebGPU[[: {reason}]]',
	'browser.not-downloaded': 'the model cannot be downloaded: {reason}',
	'browser.not-found': [
		'no Chromium found for the browser engines',
		'Install Chromium, Chrome or Edge, or set GEMMARK_BROWSER to its full path.',
	],
	'browser.not-loaded': 'the model cannot be loaded: {reason}',
	'browser.not-program': [
		'GEMMARK_BROWSER is not a program: {path}',
		'Set it to the full path of Chromium, Chrome or Edge.',
	],
	'browser.not-started': [
		'the browser did not start',
		'Check GEMMARK_BROWSER. In a container without user namespaces, set GEMMARK_BROWSER_SANDBOX=off.',
	],
	'browser.not-stopped': [
		'{model}: the page did not stop when asked and was ended',
		'Allow more time with --deadline, or use a smaller model.',
	],
	'browser.package': ['package {name} is not installed', 'Run npm install {name} playwright-core in your project.'],
	'browser.page-crashed': 'the page crashed',
	'browser.silent': [
		'{model}: no output from the page for {ms} ms; it was ended',
		'Allow more time with --deadline, or use a smaller model.',
	],
	'browser.wants-no-bos': 'the model takes no BOS, which wllama adds to every prompt',
	'browser.web-llm-unknown': ['web-llm has no Gemma named {model}', 'Choose one of: {names}.'],
} as const;
