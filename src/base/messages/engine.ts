/** English sentences of model files, downloads, engines, runners and user code. Alphabetical by code. */
export const engine = {
	'environment.not-a-lock': ["{path}: a link, pipe or folder is where gemmark's lock file belongs", 'Remove it.'],
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
} as const;
