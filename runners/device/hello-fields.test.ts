import { expect, it } from 'vitest';
import { modelOver } from './index.ts';
import type { DeviceOptions } from './options.ts';
import { hello as helloSchema } from './protocol.ts';
import { helloDouble } from './scripted-app-double.ts';
import { TapeLink } from './tape.ts';

const exit = { process: 'p0', reason: 'low-memory', detail: 'pss 3.1 GB' };
const options = { speculative: true, threads: 4, contextTokens: 4096 };
const adapter = { file: 'habits.lora', sha256: 'a1' };
const many = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`option${n}`, n]));

interface Row {
	readonly hello: object;
	readonly wanted?: DeviceOptions['backend'];
	readonly engine?: object;
	readonly identity?: object;
	readonly timeline?: object;
	readonly said?: string;
	readonly doubt?: string;
	readonly refused?: string;
}

it.each<readonly [name: string, row: Row]>([
	['backend alone: in effect, as the app says', { hello: {}, engine: { backend: 'GPU' }, said: 'backend GPU' }],
	[
		'requested backend alone: what runs is unknown',
		{ hello: { backend: undefined, requestedBackend: 'GPU' }, engine: { backend: undefined, requestedBackend: 'GPU' } },
	],
	[
		'both: a fallback is seen',
		{ hello: { backend: 'CPU', requestedBackend: 'GPU' }, engine: { backend: 'CPU', requestedBackend: 'GPU' } },
	],
	[
		'--backend beside an unknown one: a doubt',
		{ hello: { backend: undefined, requestedBackend: 'GPU' }, wanted: 'GPU', doubt: 'device.backend-unknown' },
	],
	['options: part of the engine', { hello: { options }, engine: { options } }],
	[
		'an adapter: part of the model',
		{ hello: { adapter }, identity: { adapter: { name: 'habits.lora', sha256: 'a1' } } },
	],
	['an adapter without a file', { hello: { adapter: {} }, refused: 'adapter.file' }],
	['no adapter: none', { hello: {}, identity: { adapter: undefined } }],
	['more than 20 options', { hello: { options: many }, refused: 'options' }],
	['an option that is a list', { hello: { options: { activation: ['a'] } }, refused: 'options.activation' }],
	['exit: with the first sample', { hello: { exit }, timeline: { exit } }],
	[
		'a reason of a later version: other',
		{ hello: { exit: { process: 'p0', reason: 'freezer' } }, timeline: { exit: { reason: 'other' } } },
	],
	['no exit: none', { hello: {}, timeline: { exit: undefined } }],
])('hello with %s', async (_, { hello, wanted, engine = {}, identity = {}, timeline = {}, said, doubt, refused }) => {
	const read = helloSchema.safeParse({ ...helloDouble(), ...hello });
	expect(read.error?.issues[0]?.path.join('.')).toBe(refused);
	if (read.data === undefined) return;
	const lines: string[] = [];
	const played = { file: 'a', hello: read.data, time: undefined, welcome: undefined, connections: [[]] };
	const link = new TapeLink([played], 'app');
	const model = modelOver(link, { backend: wanted }, (line) => lines.push(line));
	link.log.join(read.data, 0, true);
	expect(model.engine).toMatchObject(engine);
	expect(model.identity).toMatchObject(identity);
	expect(link.log.watch().timeline()).toMatchObject(timeline);
	expect(lines.join('\n')).toContain(said ?? '');
	expect(model.doubts?.().map((one) => (typeof one === 'string' ? one : one.code))).toEqual(
		doubt === undefined ? [] : [doubt],
	);
});
