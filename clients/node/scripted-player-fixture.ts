import { setTimeout as sleep } from 'node:timers/promises';
import type { Hello } from '../../runners/device/protocol.ts';
import { type PlayedApp, playPlan } from './player.ts';

/** A process that plays a plan at level app with a scripted app: `PLAN ANSWERS PROCESS [MS]`. */
const [plan = '', answers = '', process_ = 'p1', ms = '2'] = process.argv.slice(2);

const hello: Hello = {
	type: 'hello',
	protocol: 1,
	token: '',
	process: process_,
	app: { name: 'habit coach', version: '1.4.0' },
	runtime: { name: 'scripted', version: '1' },
	model: { file: 'scripted.litertlm', sizeBytes: 1000 },
	backend: 'CPU',
	device: 'Pixel 8',
	os: 'Android 16',
	levels: ['app'],
	initMs: 10,
	samplers: ['topK', 'topP'],
};

const app: PlayedApp = {
	hello: (session) => ({ ...hello, session }),
	state: async () => ({ type: 'state', memoryBytes: 1e9, thermal: 'nominal' }),
	async answer(asked, send) {
		if (asked.level !== 'app') return;
		const { ask, text } = asked;
		let n = 0;
		const part = (): { ask: number; n: number; atMs: number } => ({ ask, n: n++, atMs: n * Number(ms) });
		for (const word of ['그럼 ', '습관을 ', '찾아볼게요.']) {
			await sleep(Number(ms));
			send({ type: 'chunk', ...part(), text: word });
		}
		send({ type: 'call', ...part(), name: 'search_catalog', arguments: { category: 'sleep' } });
		send({ type: 'end', ...part(), finish: 'tool-call', reason: '', usage: {}, more: true });
		await sleep(Number(ms));
		send({ type: 'chunk', ...part(), text: '여기 있어요.' });
		const result = { type: 'ok' as const, data: { protocols: [] } };
		const messages = [
			{ role: 'user' as const, text },
			{ role: 'tool' as const, call: 0, result },
		];
		send({ type: 'end', ...part(), finish: 'stop', reason: '', usage: {}, messages });
	},
};

await playPlan(app, { plan, answers, say: (line) => void process.stdout.write(`${line}\n`) });
