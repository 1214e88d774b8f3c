import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LOG_NAME } from '../../../src/log/folder.ts';
import { readLogFile } from '../../../src/log/read-log.ts';
import type { LogSample } from '../../../src/log/record.ts';
import { writeLogFile } from '../../../src/log/write-log.ts';
import { gemmark, startGemmark, unreportedEnd } from '../trial/gemmark-process.ts';
import { FAMILY, livingOf, orphansOf } from '../trial/process-family.ts';
import { otherSamples, SCRIPTED_EXIT, samplesIn, scriptedModel, scriptedRun } from '../trial/scripted-run.ts';
import type { Round, Trial } from '../trial/trial.ts';
import { openCuts } from './cuts.ts';

/** Each round kills one command at a random moment, and cuts one log at the next bytes of its last lines. */
export const kills: Trial = {
	round: 'a SIGKILL and 20 cuts',
	rounds: { short: 2, long: 120 },
	async run({ tally, folder, rounds }) {
		const args = scriptedRun(scriptedModel(folder), EPOCHS);
		const whole = await wholeRun(folder, [...args, '--processes', '1']);
		const cuts = await openCuts(join(folder, 'cuts'), CUTS_A_ROUND);
		try {
			for (const round of rounds()) {
				const victim = VICTIMS[round.seed % VICTIMS.length] ?? 'group';
				const place = join(folder, `round-${round.seed}`);
				mkdirSync(place);
				const ground = { place, round, args: [...args, '--processes', '2'], whole, source: join(folder, 'run') };
				await tally.try(`kill: ${victim}`, round.seed, () =>
					victim === 'report' || victim === 'rescore' ? killReading(ground, victim) : killRun(ground, victim),
				);
				await cuts.round(round.seed, tally);
			}
		} finally {
			await cuts.close();
		}
	},
};

const EPOCHS = 3;
const CUTS_A_ROUND = 20;
/**
 * Whom the signal hits: run, engines and all that they started; the run alone; its engines, or one of them, or one that was
 * stopped until the other is as far ahead as it may be; commands that read.
 */
const VICTIMS = [
	...(['group', 'engine behind', 'rescore', 'engines', 'engine behind', 'parent'] as const),
	...(['one engine', 'engine behind', 'report'] as const),
];
type Victim = (typeof VICTIMS)[number];

/** In which an engine works off all that it may work ahead. */
const AHEAD_MS = 600;
/** how long an engine may outlive its parent. */
const GRACE_MS = 5000;

interface KillGround {
	readonly place: string;
	readonly round: Round;
	readonly args: readonly string[];
	readonly whole: readonly LogSample[];
	/** Folder of the whole run. */
	readonly source: string;
}

async function wholeRun(folder: string, args: readonly string[]): Promise<readonly LogSample[]> {
	const { code, stderr } = await gemmark(args, { cwd: folder });
	if (code !== SCRIPTED_EXIT) throw new Error(`the undisturbed run ended with ${code}: ${stderr}`);
	return samplesIn(join(folder, 'run'));
}

async function killRun({ place, round, args, whole }: KillGround, victim: Victim): Promise<string | undefined> {
	const family = `${process.pid}-${round.seed}`;
	const { child, ended } = startGemmark(args, { cwd: place, env: { [FAMILY]: family }, detached: true, seconds: 60 });
	const { pid } = child;
	if (pid === undefined) throw new Error('gemmark did not start');
	const moment = round.whole(0, whole.length - 1);
	const log = join(place, 'run');
	while (samplesIn(log).length < moment && child.exitCode === null) await delay(3);
	if (moment === 0) await delay(round.whole(100, 900));
	const living = (): readonly number[] => livingOf(family).filter((one) => one !== pid);
	const hitsOne = victim === 'one engine' || victim === 'engine behind';
	while (hitsOne && living().length === 0 && child.exitCode === null) await delay(3);
	const engines = living();
	const one = engines[round.whole(0, engines.length - 1)] as number;
	if (victim === 'engine behind') {
		kill(one, 'SIGSTOP');
		await delay(AHEAD_MS);
	}
	if (victim === 'engines') for (const engine of engines) kill(engine);
	else if (hitsOne) kill(one);
	else kill(victim === 'group' ? -pid : pid);
	const end = await ended;
	if (victim === 'engines' || hitsOne) {
		const unreported = unreportedEnd(end, [0, 3]);
		if (unreported !== undefined) return unreported;
	}
	const orphans = await orphansOf(family, GRACE_MS);
	for (const orphan of orphans) kill(orphan);
	if (orphans.length > 0) return `${orphans.length} orphans live ${GRACE_MS / 1000} s after the kill`;
	const resumed = await gemmark([...args, ...(existsSync(join(log, LOG_NAME)) ? ['--resume'] : [])], { cwd: place });
	if (resumed.code !== SCRIPTED_EXIT)
		return `after ${moment} samples, the resume ends with ${resumed.code}: ${resumed.stderr}`;
	return otherSamples(samplesIn(log), whole);
}

async function killReading(ground: KillGround, command: 'report' | 'rescore'): Promise<string | undefined> {
	const { place, round, whole, source } = ground;
	const log = join(place, 'run', LOG_NAME);
	cpSync(source, join(place, 'run'), { recursive: true });
	const before = await readLogFile(log);
	// Something to write anew.
	if (command === 'rescore') writeLogFile(log, { ...before, samples: before.samples.map(judgedOtherwise) });
	const changed = readFileSync(log, 'utf8');
	const { child, ended } = startGemmark([command, 'run'], { cwd: place });
	await delay(round.whole(150, 700));
	child.kill('SIGKILL');
	await ended;
	const left = readFileSync(log, 'utf8');
	const otherwise = otherSamples(samplesIn(join(place, 'run')), whole);
	if (left !== changed && (command === 'report' || otherwise !== undefined)) return `the log is another: ${otherwise}`;
	const again = await gemmark([command, 'run'], { cwd: place });
	if (again.code !== SCRIPTED_EXIT) return `${command} again ends with ${again.code}: ${again.stderr}`;
	return otherSamples(samplesIn(join(place, 'run')), whole);
}

function judgedOtherwise(sample: LogSample): LogSample {
	return { ...sample, scores: { ...sample.scores, meaningful: { value: false, reason: 'degenerate' } } };
}

function kill(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
	try {
		process.kill(pid, signal);
	} catch {
		// It was faster.
	}
}
