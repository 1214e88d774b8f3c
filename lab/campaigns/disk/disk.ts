import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOG_NAME } from '../../../src/log/folder.ts';
import { readLogFile } from '../../../src/log/read-log.ts';
import type { LogSample } from '../../../src/log/record.ts';
import { writeLogFile } from '../../../src/log/write-log.ts';
import { gemmark, unreportedEnd } from '../trial/gemmark-process.ts';
import { otherSamples, samplesIn, scriptedModel, scriptedRun } from '../trial/scripted-run.ts';
import type { Trial } from '../trial/trial.ts';
import { openSmallDisk, type SmallDisk } from './small-disk.ts';
import { type WritingCommand, writingCommands } from './writing-commands.ts';

/** Each round gives one command one size of disk; nine commands times twenty sizes are all. */
export const disk: Trial = {
	round: 'one writing command on a disk of one size',
	rounds: { short: 5, long: 180 },
	async run({ tally, folder, rounds }) {
		const model = scriptedModel(folder);
		const ground = join(folder, 'ground');
		await layGround(ground, model);
		const commands = writingCommands(model);
		const small = openSmallDisk(join(folder, 'disk'));
		try {
			for (const { seed } of rounds()) {
				const command = commands[seed % commands.length] ?? commands[0];
				// Coprime steps through both lists meet every pair once.
				const room = (SIZES_KIB[(7 * seed) % SIZES_KIB.length] ?? 0) * 1024;
				await tally.try(`${command.name} (${small.kind})`, seed, () => onFullDisk(small, ground, command, room));
			}
		} finally {
			small.close();
		}
	},
};

/** Room that is left, KiB: from none to what no command of these needs. */
const SIZES_KIB = [0, 4, 8, 12, 16, 20, 24, 32, 40, 48, 64, 80, 96, 112, 128, 160, 192, 256, 384, 1024];

async function layGround(ground: string, model: string): Promise<void> {
	mkdirSync(ground);
	const run = (...args: string[]): Promise<void> =>
		gemmark([...scriptedRun(model, 1), ...args], { cwd: ground }).then(({ code, stderr }) => {
			if (code !== 0 && code !== 3) throw new Error(`the ground cannot be laid: ${stderr}`);
		});
	await Promise.all([
		run('--out', 'whole', '--capture', 'capture.txt'),
		run('--out', 'one', '--shard', '1/2'),
		run('--out', 'two', '--shard', '2/2'),
	]);
	for (const copy of ['again', 'other', 'cut']) cpSync(join(ground, 'whole'), join(ground, copy), { recursive: true });
	const other = join(ground, 'other', LOG_NAME);
	const log = await readLogFile(other);
	writeLogFile(other, { ...log, samples: log.samples.map(judgedOtherwise) });
	const cut = join(ground, 'cut', LOG_NAME);
	truncateSync(cut, readFileSync(cut, 'utf8').split('\n').slice(0, 6).join('\n').length);
	writeFileSync(join(ground, 'gate.yaml'), 'version: 1\nrules:\n  - { metric: prefix.n, min: 15 }\n');
}

function judgedOtherwise(sample: LogSample): LogSample {
	return { ...sample, scores: { ...sample.scores, meaningful: { value: true } } };
}

async function onFullDisk(
	small: SmallDisk,
	ground: string,
	command: WritingCommand,
	room: number,
): Promise<string | undefined> {
	const { folder: cwd } = small;
	for (const name of readdirSync(cwd)) rmSync(join(cwd, name), { recursive: true });
	cpSync(ground, cwd, { recursive: true });
	const runs = ['whole', 'again', 'other', 'one', 'two', 'cut'];
	const before = new Map(runs.map((run) => [run, readFileSync(join(cwd, run, LOG_NAME))]));
	small.fill(room);
	const end = await gemmark(command.args, { cwd, under: small.under(room) });
	small.empty();
	const at = `${room / 1024} KiB: `;
	const unreported = unreportedEnd(end, [...command.succeeds, 3]);
	if (unreported !== undefined) return at + unreported;
	const whole = samplesIn(join(ground, 'whole'));
	for (const [run, bytes] of before) {
		const now = readFileSync(join(cwd, run, LOG_NAME));
		if (now.equals(bytes)) continue;
		if (run !== command.writes) return `${at}the log of ${run} is another`;
		const kept = samplesIn(join(cwd, run));
		if (kept.length < samplesIn(join(ground, run)).length) return `${at}${run} has lost samples`;
	}
	if (end.code === 0 && !existsSync(join(cwd, command.makes))) return `${at}exit code 0 without ${command.makes}`;
	if (command.name === 'resume') {
		const again = await gemmark(command.args, { cwd });
		if (again.code !== 0 && again.code !== 3) return `${at}with room again: exit code ${again.code}: ${again.stderr}`;
		return otherSamples(samplesIn(join(cwd, 'cut')), whole);
	}
	if (end.code === 0 && command.makes.endsWith(LOG_NAME)) await readLogFile(join(cwd, command.makes));
	return undefined;
}
