/** English sentences of flags, options and library calls. Alphabetical by code. */
export const usage = {
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
} as const;
