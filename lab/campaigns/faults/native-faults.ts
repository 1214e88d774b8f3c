import { readFileSync, truncateSync } from 'node:fs';
import type { Chance } from '../trial/chance.ts';
import type { DisturbedOptions, NativeFault } from './fault.ts';

type NativeGround = Parameters<NativeFault['run']>[0];

/** Faults of the native engine, of the operator's choices and of the process, with `none` as control. */
export const NATIVE_FAULTS: readonly NativeFault[] = [
	{ name: 'none', run: ({ evaluate }) => evaluate() },
	{
		name: '--context-size small',
		run: ({ evaluate }, { pick }) => evaluate({ target: { contextSize: pick([256, 768, 896, 1024]) } }),
	},
	{ name: '--max-tokens 1 to 20', run: ({ evaluate }, { whole }) => evaluate({ maxTokens: whole(1, 20) }) },
	{ name: '--deadline tiny', run: ({ evaluate }, { share }) => evaluate({ deadline: 0.002 + 0.15 * share() ** 2 }) },
	{ name: 'engine killed', run: (ground, chance) => ground.evaluate(killing(ground, chance)) },
	{
		name: 'engine killed, resumed',
		async run(ground, chance) {
			const run = await ground.evaluate(killing(ground, chance));
			return run.failure === undefined ? run : ground.evaluate({ resume: true });
		},
	},
	{
		name: '--dialect wrong',
		run: ({ evaluate }, { pick }) =>
			evaluate({ dialect: pick(['functiongemma', 'gemma3-json', 'tool-code', 'flutter-gemma']) }),
	},
	{ name: '--limit', run: ({ evaluate }, { whole }) => evaluate({ limit: whole(1, 15) }) },
	{ name: '--filter', run: ({ evaluate }, { whole }) => evaluate({ filter: `-\\d?[${whole(0, 4)}-${whole(5, 9)}]$` }) },
	{
		name: '--shard',
		run({ evaluate }, { whole }) {
			const count = whole(1, 4);
			return evaluate({ shard: { index: whole(1, count), count } });
		},
	},
	{ name: 'interrupted', run: (ground, chance) => ground.evaluate(interruption(ground, chance)) },
	{
		name: 'interrupted, resumed',
		async run(ground, chance) {
			await ground.evaluate(interruption(ground, chance));
			return ground.evaluate({ resume: true });
		},
	},
	{
		name: 'log torn, resumed',
		async run(ground, chance) {
			await ground.evaluate(interruption(ground, chance));
			tear(ground.logFile, chance);
			return ground.evaluate({ resume: true });
		},
	},
];

function killing({ engine, after }: NativeGround, { whole }: Chance): DisturbedOptions {
	return after(whole(0, 14), whole(0, 150), () => engine.kill());
}

function interruption({ after }: NativeGround, { whole }: Chance): DisturbedOptions {
	const interrupt = new AbortController();
	return { signal: interrupt.signal, ...after(whole(0, 14), whole(0, 100), () => interrupt.abort()) };
}

/** Cuts the file anywhere after its header, as a power cut would. */
function tear(logFile: string, { whole }: Chance): void {
	const bytes = readFileSync(logFile);
	truncateSync(logFile, whole(bytes.indexOf('\n') + 1, bytes.length));
}
