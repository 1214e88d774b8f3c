import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LOG_NAME } from '../../../src/log/folder.ts';
import { startRedis } from '../../../src/testing/redis-process.ts';
import { type GemmarkProcess, gemmark, startGemmark, unreportedEnd } from '../trial/gemmark-process.ts';
import { otherSamples, SCRIPTED_EXIT, samplesIn, scriptedModel, scriptedRun } from '../trial/scripted-run.ts';
import type { Round, Trial } from '../trial/trial.ts';

/** Each round disturbs a run over a queue of its own Redis. */
export const queue: Trial = {
	round: 'a run over a queue with killed workers or a Redis that restarts empty',
	rounds: { short: 1, long: 30 },
	async run({ tally, folder, rounds }) {
		const model = scriptedModel(folder);
		const { code, stderr } = await gemmark(scriptedRun(model, EPOCHS), { cwd: folder });
		if (code !== SCRIPTED_EXIT) throw new Error(`the undisturbed run ended with ${code}: ${stderr}`);
		const whole = samplesIn(join(folder, 'run'));
		for (const round of rounds()) {
			const kind = KINDS[round.seed % KINDS.length] ?? 'worker killed';
			const place = join(folder, `round-${round.seed}`);
			mkdirSync(place);
			await tally.try(kind, round.seed, async () => {
				const end = await disturbed(kind, model, place, round);
				if (end.why !== undefined) return end.why;
				const samples = samplesIn(join(place, 'run'));
				if (end.ended === 'complete') return otherSamples(samples, whole);
				const other = otherSamples(samples, whole);
				return other === undefined || / 0 doubled, 0 changed/u.test(other) ? undefined : other;
			});
		}
	},
};

const EPOCHS = 3;
/** Four kills for every restart. */
const KINDS = ['worker killed', 'Redis restarted', 'worker killed', 'worker killed', 'worker killed'] as const;
const MOST_SECONDS = 150;

async function disturbed(
	kind: string,
	model: string,
	cwd: string,
	round: Round,
): Promise<{ readonly ended: 'complete' | 'refused'; readonly why?: string }> {
	const redis = await startRedis();
	const start = (...args: string[]): GemmarkProcess => startGemmark(args, { cwd, seconds: MOST_SECONDS });
	const worker = (): GemmarkProcess =>
		start('worker', '--queue', redis.address, '--model', model, '--threads', '1', '--once');
	const workers = [worker(), worker()];
	try {
		const run = start(...scriptedRun(model, EPOCHS), '--queue', redis.address);
		const log = join(cwd, 'run');
		const moment = round.whole(1, 30);
		while (samplesIn(log).length < moment && run.child.exitCode === null && run.child.signalCode === null)
			await delay(10);
		await delay(round.whole(0, 80));
		if (kind === 'worker killed') workers[round.whole(0, 1)]?.child.kill('SIGKILL');
		if (kind === 'Redis restarted') await redis.restart(round.whole(0, 1500));
		const end = await run.ended;
		if (end.code === null) return { ended: 'refused', why: `the run does not end within ${MOST_SECONDS} s` };
		const why = unreportedEnd(end, [SCRIPTED_EXIT]);
		if (why !== undefined) return { ended: 'refused', why };
		if (!existsSync(join(log, LOG_NAME))) return { ended: 'refused', why: 'no log' };
		return { ended: end.code === 0 ? 'complete' : 'refused' };
	} finally {
		for (const { child } of workers) child.kill('SIGKILL');
		await Promise.all(workers.map(({ ended }) => ended));
		await redis.stop();
	}
}
