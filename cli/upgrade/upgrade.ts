import { type Locale, localeOf } from '../../reports/messages/catalogue.ts';
import type { ReportedRun } from '../../reports/reported-run.ts';
import { singleLine } from '../../reports/terminal/text.ts';
import { openConfig } from '../../run/compose/open-config.ts';
import { DEFAULT_RUNNER } from '../../run/compose/runners.ts';
import { UsageError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import type { TargetConfig } from '../../src/config/define.ts';
import type { Log } from '../../src/log/record.ts';
import { compareIdentity, differenceText } from '../../src/summary/compare/comparability.ts';
import { compareRuns } from '../../src/summary/compare/compare.ts';
import { pairSamples } from '../../src/summary/flips.ts';
import { type AskedRun, run } from '../commands/run-models.ts';

interface Sides {
	/** A folder with another node-llama-cpp, the address of a server, or `port:7358` of an app; absent: the config's first target. */
	readonly from?: string;
	readonly to?: string;
}

/** Measures the engine of today against another one. Returns 0 to ship, 1 for don't, 3 where it cannot tell. */
export async function upgrade(
	{ from, to, ...sides }: Sides & { readonly config?: string },
	asked: AskedRun,
): Promise<number> {
	if (from === undefined && to === undefined) throw new UsageError(message('usage.upgrade-nothing'));
	const { targets: chosen } = asked;
	const words = localeOf(asked.lang).answer;
	let [answer, both] = [3, true];
	const request = {
		...asked,
		interleave: asked.interleave !== false,
		targets: (configured: readonly TargetConfig[]): readonly TargetConfig[] => {
			const [base = {}] = typeof chosen === 'function' ? chosen(configured) : configured;
			const targets = [sideOf(base, from, 'old'), sideOf(base, to, 'new')];
			const runners = targets.map(({ runner = DEFAULT_RUNNER }) => (typeof runner === 'string' ? runner : runner.name));
			if (runners[0] !== runners[1]) throw new UsageError(message('usage.upgrade-runners', { runners }));
			return targets;
		},
	};
	const compared = (runs: readonly ReportedRun[]): void => {
		const [old, now] = runs.map(({ log }) => log);
		both = old !== undefined && now !== undefined;
		if (old === undefined || now === undefined) return;
		const verdict = compareRuns(old, now, { allow: asked.allow }).answer.answer;
		answer = verdict === 'ship' ? 0 : verdict === 'dont' ? 1 : 3;
		if (!asked.json) process.stdout.write(`${upgradeLines(old, now, words).map(singleLine).join('\n')}\n`);
	};
	const ended = await run(request, await openConfig(sides.config), { compared });
	if (ended > 1 || !both) return ended;
	return answer;
}

function sideOf(base: TargetConfig, side: string | undefined, name: string): TargetConfig {
	if (side === undefined) return { ...base, name };
	if (/^https?:/iu.test(side)) return { ...base, name, runner: 'openai', baseUrl: side };
	const port = /^port:(\d+)$/u.exec(side)?.[1];
	if (port !== undefined) return { ...base, name, runner: 'device', port: Number(port) };
	return { ...base, name, engineFrom: side };
}

/** Fields that an upgrade is to leave alone, as words. */
const UNCHANGED = {
	model: /^model\.(?:name|sha256)/u,
	adapter: /^model\.adapter/u,
	template: /^model\.templateSha256/u,
	backend: /^engine\.backend/u,
	cache: /^engine\.kvCacheType/u,
	context: /^engine\.contextSize/u,
	batch: /^engine\.batchSize/u,
	settings: /^settings\./u,
};

function upgradeLines(old: Log, now: Log, { upgrade: words }: Locale['answer']): readonly string[] {
	const { varied, blocking } = compareIdentity(old, now);
	const changed = [...blocking, ...varied].filter(
		({ field }) => !/^(?:gemmark|host\.|engine\.threads|code of)/u.test(field),
	);
	const text = (value: Parameters<typeof differenceText>[0]): string => differenceText(value) ?? words.unknown;
	const kept = Object.entries(UNCHANGED).flatMap(([name, pattern]) =>
		changed.some(({ field }) => pattern.test(field)) ? [] : [words.fields[name as keyof typeof UNCHANGED]],
	);
	const pairs = pairSamples(old, now).map(({ first, second }) =>
		[first, second].map(({ transcript }) => transcript.generations),
	);
	const prompts = pairs.map(([one, other]) => [one?.[0]?.promptSha256, other?.[0]?.promptSha256] as const);
	const hashed = prompts.filter(([one, other]) => one !== undefined && other !== undefined);
	const apart = pairs.flatMap(([one = [], other = []]) => {
		const [before, after] = [one, other].map((generations) => generations.flatMap(({ pieces }) => pieces));
		if (before?.join('') === after?.join('')) return [];
		return [(before ?? []).findIndex((piece, at) => piece !== after?.[at]) + 1 || (before?.length ?? 0) + 1];
	});
	const n = pairs.length;
	const places = apart
		.toSorted((one, other) => one - other)
		.slice(0, MAX_PLACES)
		.join(', ');
	return [
		...(changed.length === 0 ? [words.nothing] : []),
		...changed.map(({ field, first, second }) => words.changed({ field, from: text(first), to: text(second) })),
		words.unchanged({ names: kept.join(', ') }),
		hashed.length === 0
			? words.promptsUnknown
			: words.prompts({ same: hashed.filter(([one, other]) => one === other).length, n }),
		words.answers({ same: n - apart.length, n, places: places || undefined }),
	];
}

const MAX_PLACES = 6;
