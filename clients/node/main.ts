#!/usr/bin/env node
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { llamaCppRunner } from '../../runners/llama-cpp/index.ts';
import { packageRoot } from '../../src/base/read-file.ts';
import { playPlan } from './player.ts';
import { ReferenceDevice } from './reference-device.ts';

/**
 * The reference device: a process that serves a GGUF in llama.cpp. For tests, as an example, and to try a
 * run without a phone. It reconnects when the connection is cut, and ends with the run.
 */
const USAGE =
	'gemmark-reference-device --token TOKEN [--url ws://127.0.0.1:7357] [--model FILE.gguf] [--adapter FILE.gguf] [--device NAME] [--threads 1] [--context 8192]\n' +
	'gemmark-reference-device --plan plan.jsonl --answers answers.jsonl [--kill-at N] [...]\n';
const { values } = parseArgs({
	options: {
		url: { type: 'string', default: 'ws://127.0.0.1:7357' },
		token: { type: 'string', default: '' },
		model: { type: 'string', default: join(packageRoot(), 'models/mini/mini-q8_0.gguf') },
		adapter: { type: 'string' },
		device: { type: 'string', default: 'reference device' },
		threads: { type: 'string', default: '1' },
		context: { type: 'string', default: '8192' },
		plan: { type: 'string' },
		answers: { type: 'string', default: 'answers.jsonl' },
		'kill-at': { type: 'string' },
		help: { type: 'boolean', default: false },
	},
});
if (values.help) {
	process.stdout.write(USAGE);
	process.exit();
}
const { plan, answers } = values;
if (values.token === '' && plan === undefined) {
	process.stderr.write(`--token is missing: gemmark run --runner device prints it. ${USAGE}`);
	process.exit(2);
}
const what = plan === undefined ? `waiting for gemmark run --runner device at ${values.url}` : `playing ${plan}`;
process.stdout.write(`${values.device}: ${what}\n`);
const model = await llamaCppRunner.load({
	model: values.model,
	adapter: values.adapter,
	threads: Number(values.threads),
	contextSize: Number(values.context),
});
const device = new ReferenceDevice(model, { url: values.url, token: values.token, device: values.device });
process.on('SIGTERM', () => void device.leave());
// By it a test pulls the cable out.
process.on('SIGUSR2', pullOut);
try {
	const killAt = values['kill-at'] === undefined ? undefined : Number(values['kill-at']);
	const say = (line: string): void => void process.stdout.write(`${line}\n`);
	await (plan === undefined ? device.serve() : playPlan(device, { plan, answers, killAt, say }));
} catch (error) {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
} finally {
	await model.dispose();
}

function pullOut(): void {
	if (device.drop()) process.stdout.write('the cable is out\n');
	// It is out already: again when it is in.
	else setTimeout(pullOut, 50);
}
