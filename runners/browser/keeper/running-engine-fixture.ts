import { wllamaRunner } from '../../wllama/index.ts';

/** Loads a model in a browser and generates without end, for somebody to kill. Says on stdout how far it is. */
const model = await wllamaRunner.load({
	model: process.argv[2] ?? '',
	contextSize: 2048,
	onProgress: ({ done, total }) => {
		if (done === total) process.stdout.write('loading\n');
	},
});
process.stdout.write('loaded\n');
const events = model.completer.complete({
	parts: [{ text: '<bos>' }],
	sharedChars: 0,
	stop: [],
	maxTokens: 2000,
	sampling: { temperature: 0, seed: 1 },
	grammar: 'root ::= "가" root',
	deadlineMs: 60_000,
});
for await (const _event of events) process.stdout.write('generating\n');
