import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { bundledModelFolder } from '../../../run/compose/load.ts';
import { peakResidentBytes } from '../../../runners/supervisor/process.ts';
import { startGemmark, unreportedEnd } from '../trial/gemmark-process.ts';
import type { Round, Trial } from '../trial/trial.ts';
import { ANY_PATH, verdictsIn } from '../trial/verdicts.ts';
import { BEHAVIOURS, type Behaviour } from './behaviours.ts';

/** Each round runs the prefix suite against a server of one behaviour: 26, over two interfaces, asked once or everywhere. */
export const servers: Trial = {
	round: 'a run against a server of one behaviour',
	rounds: { short: 3, long: 104 },
	async run({ tally, folder, rounds }) {
		const left = rounds();
		const lane = async (): Promise<void> => {
			for (const round of left) await tryRound(round);
		};
		const tryRound = async (round: Round): Promise<void> => {
			const behaviour = BEHAVIOURS[(7 * round.seed) % BEHAVIOURS.length] ?? BEHAVIOURS[0];
			const variant = Math.floor(round.seed / BEHAVIOURS.length);
			const place = join(folder, `round-${round.seed}`);
			mkdirSync(place);
			await tally.try(behaviour.name, round.seed, () =>
				against({ behaviour, place, round, chat: variant % 2 === 1, everywhere: variant % 4 > 1 }),
			);
		};
		// They wait more than they work.
		await Promise.all(Array.from({ length: LANES }, lane));
	},
};

const LANES = 3;

interface Case {
	readonly behaviour: Behaviour;
	/** Empty folder to run in. */
	readonly place: string;
	readonly round: Round;
	readonly chat: boolean;
	/** Also where the server is asked what it is. */
	readonly everywhere: boolean;
}

/** A run that nothing disturbs takes a third of it. */
const MOST_BYTES = 512 * 2 ** 20;
const MOST_SECONDS = 90;

async function against({ behaviour, place, round, chat, everywhere }: Case): Promise<string | undefined> {
	const key = `sk-campaign-${round.whole(1e8, 1e9)}`;
	let stolen = 0;
	const thief = await listening((request, response) => {
		if ((request.headers.authorization ?? '').includes(key)) stolen += 1;
		response.writeHead(404).end();
	});
	const server = await listening((request, response) => {
		request.resume();
		response.on('error', () => undefined);
		const completes = /completions?$/u.test(request.url ?? '');
		if (completes || everywhere)
			behaviour.answer(response, { request, chat: request.url?.includes('chat') === true, key, elsewhere: thief.url });
		else response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
	});
	const template = ['--template', join(bundledModelFolder(), 'template.jinja')];
	const args = [
		...['run', '--runner', 'openai', '--base-url', server.url, '--model', 'some', '--suite', 'prefix', '--out', 'run'],
		...['--deadline', '0.3', '--max-tokens', '32', ...(chat ? ['--api', 'chat'] : template)],
	];
	const { child, ended } = startGemmark(args, { cwd: place, env: { GEMMARK_API_KEY: key }, seconds: MOST_SECONDS });
	let peak = 0;
	const watch = setInterval(() => {
		peak = Math.max(peak, peakResidentBytes(child.pid ?? 0) ?? 0);
	}, 25);
	try {
		const end = await ended;
		if (end.code === null) return `it does not end within ${MOST_SECONDS} s`;
		const path = (await verdictsIn(join(place, 'run'))).find((line) => ANY_PATH.test(line));
		if (path !== undefined && behaviour.evidence !== true) return `a verdict without evidence: ${path}`;
		if (peak > MOST_BYTES) return `${Math.round(peak / 2 ** 20)} MiB of memory`;
		if (stolen > 0) return `the key went to another server ${stolen} times`;
		if (`${end.stdout}${end.stderr}`.includes(key)) return 'the key is on the terminal';
		for (const name of readdirSync(place, { recursive: true, encoding: 'utf8' })) {
			if (holds(join(place, name), key)) return `the key stands in ${name}`;
		}
		return unreportedEnd(end, [0, 3]);
	} finally {
		clearInterval(watch);
		server.close();
		thief.close();
	}
}

function holds(file: string, text: string): boolean {
	try {
		return readFileSync(file, 'utf8').includes(text);
	} catch {
		// A folder, or a link to one.
		return false;
	}
}

async function listening(answer: RequestListener): Promise<{ readonly url: string; close(): void }> {
	const http: Server = createServer(answer);
	await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
		close() {
			http.close();
			http.closeAllConnections();
		},
	};
}
