import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Played, promptKey, type Recording } from './generation.ts';

/** What an app answers at level chat or app: parts in order, without their numbers and times. */
export type AppAnswer = readonly { readonly type: string; readonly [field: string]: unknown }[];

export interface DeviceOptions {
	readonly port: number;
	readonly token: string;
	/** Of level raw. */
	readonly recording?: Recording;
	readonly template?: string;
	/** Of level app and chat: answers by the user's words; at level chat one for each generation of the turn. */
	readonly answers?: Readonly<Record<string, readonly AppAnswer[]>>;
	readonly levels: readonly ('raw' | 'chat' | 'app')[];
}

interface Message {
	readonly type: string;
	readonly ask: number;
	readonly [field: string]: unknown;
}

/** A client of the device protocol (docs/device-protocol.md) that plays recordings, until the run is over. */
export async function device(options: DeviceOptions): Promise<void> {
	for (let attempt = 0; attempt < 300; attempt++) {
		if (await connection(options)) return;
		await sleep(100);
	}
}

/** Gives whether the run is over; false where nothing listens yet. */
function connection(options: DeviceOptions): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = new WebSocket(`ws://127.0.0.1:${options.port}`);
		let welcomed = false;
		let asked = '';
		let generation = 0;
		const send = (message: object): void => socket.send(JSON.stringify(message));
		const answer = (ask: number, parts: AppAnswer): void => {
			const started = performance.now();
			for (const [n, part] of parts.entries()) send({ ...part, ask, n, atMs: performance.now() - started });
		};
		socket.onopen = () => send(hello(options));
		socket.onerror = () => {};
		socket.onclose = () => resolve(welcomed);
		socket.onmessage = ({ data }) => {
			const message = JSON.parse(String(data)) as Message;
			if (message.type === 'welcome') {
				welcomed = true;
				send({
					type: 'state',
					memoryBytes: 1_000_000,
					memoryKind: 'pss',
					thermal: 'nominal',
					battery: 80,
					charging: false,
				});
			} else if (message.type === 'ping') send({ type: 'pong', ping: message.ping });
			else if (message.type === 'close' && message.conversation === undefined) socket.close();
			else if (message.type === 'ask' && message.level === 'raw') answer(message.ask, rawAnswer(options, message));
			else if (message.type === 'ask') {
				generation = message.text === undefined ? generation + 1 : 0;
				asked = String(message.text ?? asked);
				const scripted = options.answers?.[asked]?.[generation];
				if (scripted === undefined)
					send({ type: 'error', ask: message.ask, code: 'failed', message: 'no answer is scripted' });
				else answer(message.ask, scripted);
			}
		};
	});
}

function rawAnswer({ recording }: DeviceOptions, { prompt, sampling, grammar }: Message): AppAnswer {
	const text = (prompt as { text: string }[]).map((part) => part.text).join('');
	const key = promptKey(text, sampling as { temperature: number; seed: number }, grammar as string | undefined);
	const played: Played | undefined = recording?.generations?.[key];
	if (played === undefined) return [{ type: 'error', code: 'failed', message: 'no recorded generation' }];
	const { pieces, tokens, finish = ['stop', 'eos'], promptTokens, outputTokens } = played;
	const chunks = pieces.map((piece, index) => ({ type: 'chunk', text: piece, token: tokens?.[index] }));
	return [...chunks, { type: 'end', finish: finish[0], reason: finish[1], usage: { promptTokens, outputTokens } }];
}

function hello({ token, levels, template }: DeviceOptions): object {
	return {
		type: 'hello',
		protocol: 1,
		token,
		process: 'golden',
		app: { name: 'golden app', version: '1' },
		runtime: { name: 'golden runtime', version: '1' },
		model: { file: 'golden.litertlm', sizeBytes: 1000 },
		backend: 'CPU',
		device: 'golden phone',
		os: 'Android 16',
		levels,
		initMs: 5,
		samplers: [],
		raw:
			template === undefined
				? undefined
				: { chatTemplate: readFileSync(template, 'utf8'), bosToken: '<bos>', eosToken: '<eos>', grammar: false },
	};
}
