import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../../src/base/read-file.ts';
import { type HubAnswer, HubDouble } from '../../../src/testing/doubles/hub-double.ts';
import { smallGguf } from '../../../src/testing/gguf/small-gguf.ts';
import type { Round, Trial } from '../trial/trial.ts';
import { HUB_FAULTS, type HubFault } from './hub-faults.ts';

/** Each round has two processes download the same model at the same moment. */
export const downloads: Trial = {
	round: 'two processes that want one model',
	rounds: { short: 3, long: 40 },
	async run({ tally, folder, rounds }) {
		for (const round of rounds()) {
			const fault = HUB_FAULTS[round.seed % HUB_FAULTS.length] ?? HUB_FAULTS[0];
			const place = join(folder, `round-${round.seed}`);
			mkdirSync(place);
			await tally.try(fault.name, round.seed, () => pair(fault, place, round));
		}
	},
};

const TOKEN = 'hf_campaign_token';
const MOST_SECONDS = 60;

async function pair(fault: HubFault, cache: string, round: Round): Promise<string | undefined> {
	const bytes = smallGguf(round.whole(200_000, 900_000));
	const [hub, thief] = [new HubDouble(), new HubDouble()];
	await Promise.all([hub.start(), thief.start()]);
	thief.answer = serveNothing;
	hub.answer = fault.answer({ bytes, round, elsewhere: thief.origin });
	try {
		const ends = await Promise.all([0, 1].map(() => resolveIn(cache, fault.reference(hub.origin), hub.origin)));
		const wholes = new Set(fault.gives(bytes).map(sha256));
		for (const end of ends) {
			if (end.code === null) return `does not end within ${MOST_SECONDS} s`;
			if (end.code !== 0 && end.typed === undefined) return `an untyped failure: ${end.stderr.slice(0, 400)}`;
			if (fault.refused === true && end.code === 0) return 'is not refused';
			if (fault.refused === undefined && end.code !== 0) return `refused: ${end.typed}`;
			if (end.path !== undefined && !wholes.has(sha256(readFileSync(end.path)))) return 'the file is another one';
			if (end.stderr.includes(TOKEN)) return 'the token is shown';
		}
		const [gets, most] = [hub.downloads.length, fault.requests ?? 1];
		if (gets > most) return `${gets} downloads of one file`;
		if (thief.requests.some(({ authorization }) => authorization !== undefined)) return 'the token went elsewhere';
		const left = readdirSync(cache, { recursive: true, encoding: 'utf8' })
			.filter((name) => statSync(join(cache, name)).isFile() && (name.endsWith('.lock') || fault.refused === true))
			.filter((name) => fault.keepsPart !== true || name.endsWith('.lock'));
		return left.length > 0 ? `left over: ${left.join(', ')}` : undefined;
	} finally {
		await Promise.all([hub.stop(), thief.stop()]);
	}
}

const serveNothing: HubAnswer = (_request, response) => response.writeHead(404).end();

interface Resolved {
	readonly code: number | null;
	/** Where it lies. */
	readonly path?: string;
	/** What operators read. */
	readonly typed?: string;
	readonly stderr: string;
}

function resolveIn(cacheDir: string, reference: string, endpoint: string): Promise<Resolved> {
	const from = (file: string): string => JSON.stringify(pathToFileURL(join(packageRoot(), 'src', file)).href);
	const script = `
		import { resolveModel } from ${from('download/resolve-model.ts')};
		import { GemmarkError } from ${from('base/errors.ts')};
		try {
			process.stdout.write('path ' + await resolveModel(${JSON.stringify(reference)}, { cacheDir: ${JSON.stringify(cacheDir)}, retryMs: 10 }));
		} catch (error) {
			if (!(error instanceof GemmarkError)) throw error;
			process.stdout.write('typed ' + error.message);
			process.exitCode = error.exitCode;
		}`;
	const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
		env: { ...process.env, HF_ENDPOINT: endpoint, HF_TOKEN: TOKEN },
		timeout: 1000 * MOST_SECONDS,
		killSignal: 'SIGKILL',
	});
	const said = { stdout: '', stderr: '' };
	for (const name of ['stdout', 'stderr'] as const) {
		child[name].setEncoding('utf8').on('data', (text: string) => {
			said[name] += text;
		});
	}
	return new Promise((resolve, reject) => {
		child.on('error', reject);
		child.on('close', (code) => {
			const [, kind, text = ''] = /^(path|typed) (.*)$/su.exec(said.stdout) ?? [];
			resolve({
				code,
				stderr: said.stderr,
				...(kind === 'path' && { path: text }),
				...(kind === 'typed' && { typed: text }),
			});
		});
	});
}

function sha256(bytes: Buffer): string {
	return createHash('sha256').update(bytes).digest('hex');
}
