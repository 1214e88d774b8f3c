import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { habitCoachApp } from '../../../run/compose/habit-coach.ts';
import { type EvaluateOptions, evaluate } from '../../../run/evaluate.ts';
import { createDeviceRunner } from '../../../runners/device/index.ts';
import type { Config, TargetConfig } from '../../../src/config/define.ts';
import { ownCorpusFile, ownPromptFile } from '../../../src/corpus/corpus-files.ts';
import { sampleKey } from '../../../src/eval/sample.ts';
import type { Log } from '../../../src/log/record.ts';
import { frameSuite } from '../../../suites/frame/index.ts';
import { prefixSuite } from '../../../suites/prefix/index.ts';
import { verdictsOf } from '../trial/verdicts.ts';
import { type Cable, plugIn } from './cable.ts';
import { type Disturbances, type Disturbing, disturbances } from './disturbances.ts';

export interface DeviceCampaign extends Disturbances {
	/** Repeats of the prefix and frame suites, 103 samples each. */
	readonly epochs: number;
	/** Only the first prompts of each suite. */
	readonly limit?: number;
	readonly onProgress?: (done: number, total: number, label: string) => void;
}

/** What a disturbed run on the device came to, held against the native run. */
export interface DeviceResult {
	readonly samples: number;
	/** By suite, id, variant and epoch. */
	readonly distinct: number;
	/** Connections that were cut while they stood, and processes that were killed. */
	readonly cuts: Cable['cuts'];
	/** Samples that were asked more than once, and the times they were asked in vain. */
	readonly askedAgain: number;
	readonly inVain: number;
	/** Samples that were the first of the app's process. */
	readonly cold: number;
	/** Samples whose generations, or scores, are not those of the native run. */
	readonly otherTexts: readonly string[];
	readonly otherScores: readonly string[];
	readonly verdicts: { readonly native: string; readonly device: string };
	readonly outcome: string;
}

/** Runs the prefix and frame suites natively, and through a reference device whose cable is pulled and which is killed. */
export async function deviceCampaign(campaign: DeviceCampaign): Promise<DeviceResult> {
	const here = process.cwd();
	const folder = mkdtempSync(join(tmpdir(), 'gemmark-device-'));
	// Each run marks itself as the latest of the working folder.
	process.chdir(folder);
	try {
		const native = await logOf(campaign, { runner: 'llama-cpp', threads: 1 }, join(folder, 'native'));
		let cable: Cable | undefined;
		const runner = createDeviceRunner({
			say: () => undefined,
			onListening: (place) => {
				cable = plugIn(place);
			},
		});
		const target: TargetConfig = { runner, port: 0 };
		const disturbing = disturbances(campaign, () => cable);
		try {
			const device = await logOf(campaign, target, join(folder, 'device'), disturbing);
			return resultOf(native, device, cable?.cuts ?? { disconnects: 0, kills: 0 });
		} finally {
			disturbing.close();
			await cable?.close();
		}
	} finally {
		process.chdir(here);
		rmSync(folder, { recursive: true, force: true });
	}
}

async function logOf(
	{ epochs, limit, onProgress }: DeviceCampaign,
	target: TargetConfig,
	out: string,
	disturbing?: Disturbing,
): Promise<Log> {
	const options: EvaluateOptions = {
		target,
		out,
		epochs,
		limit,
		temperature: 0.8,
		listen: {
			progress({ done, total, label }) {
				disturbing?.after(done, total);
				onProgress?.(done, total, label);
			},
		},
	};
	const { log, failure } = await evaluate(await config(), options);
	if (failure !== undefined) throw failure;
	return log;
}

async function config(): Promise<Config> {
	return {
		app: await habitCoachApp(),
		suites: [
			prefixSuite({ corpus: ownCorpusFile('prefix'), decision: { hits: 5, of: 15 } }),
			frameSuite({
				corpus: ownCorpusFile('frames'),
				patterns: ownCorpusFile('frame-patterns'),
				prompt: ownPromptFile('frame'),
				// The longest that an app waits: a machine under load is no part of this.
				timeoutMs: 30_000,
			}),
		],
		allowOutside: true,
	};
}

function resultOf(native: Log, device: Log, cuts: Cable['cuts']): DeviceResult {
	const before = new Map(native.samples.map((sample) => [sampleKey(sample), sample]));
	const again = device.samples.flatMap(({ timings }) => timings.attempts ?? []);
	const differing = (of: (sample: Log['samples'][number]) => unknown): readonly string[] =>
		device.samples.flatMap((sample) => {
			const key = sampleKey(sample);
			const other = before.get(key);
			return other !== undefined && JSON.stringify(of(other)) === JSON.stringify(of(sample)) ? [] : [key];
		});
	return {
		samples: device.samples.length,
		distinct: new Set(device.samples.map(sampleKey)).size,
		cuts,
		askedAgain: again.length,
		inVain: again.reduce((sum, attempts) => sum + attempts - 1, 0),
		cold: device.samples.filter(({ timings }) => timings.cold).length,
		otherTexts: differing(({ transcript }) => transcript.generations.map(({ pieces, tokens }) => [pieces, tokens])),
		otherScores: differing(({ scores }) => scores),
		verdicts: { native: verdictOf(native), device: verdictOf(device) },
		outcome: device.footer?.outcome ?? 'cut short',
	};
}

function verdictOf(log: Log): string {
	return verdictsOf(log).join('; ');
}
