import { isWholePrompt } from '../../eval/evidence/generation-evidence.ts';
import { counted } from '../../text/counted.ts';
import type { Log, LogSample } from '../record.ts';

/**
 * What a server tells of having changed while the run went on, a line each: another fingerprint of its setup, and prompts
 * so short that system text or tools of the others cannot be in them, or so long where these are the fewer. Prompts that gemmark renders itself are not asked.
 */
export function serverChanges({ samples }: Pick<Log, 'samples'>): readonly string[] {
	const groups = Map.groupBy(samples, ({ suite, arm }) => JSON.stringify([suite, arm]));
	return [...fingerprintChange(samples), ...[...groups.values()].flatMap(shortPrompts)];
}

const MOST_NAMED = 8;

function fingerprintChange(samples: readonly LogSample[]): readonly string[] {
	const counts = new Map<string, number>();
	for (const { transcript } of samples) {
		if (transcript.generations.every(({ systemFingerprint }) => systemFingerprint === undefined)) continue;
		const told = new Set(transcript.generations.flatMap(({ systemFingerprint }) => systemFingerprint ?? []));
		for (const fingerprint of told) counts.set(fingerprint, (counts.get(fingerprint) ?? 0) + 1);
	}
	if (counts.size < 2) return [];
	const named = Array.from(counts, ([fingerprint, count]) => `${fingerprint} (${counted(count, 'sample')})`);
	return [`the server changed its setup during the run, as its system_fingerprint tells: ${list(named)}`];
}

/** Of one suite and arm, whose samples share system text and tools unless their rows bring some. */
function shortPrompts(samples: readonly LogSample[]): readonly string[] {
	const prompts = samples.flatMap((sample) => {
		const [generation] = sample.transcript.generations;
		const tokens = generation?.usage.promptTokens ?? 0;
		if (generation === undefined || tokens === 0 || !isWholePrompt(generation)) return [];
		if (generation.promptSha256 !== undefined || 'tools' in sample.sample) return [];
		const cached = sample.timings.generations[0]?.cachedPromptTokens ?? 0;
		return [{ sample, seen: tokens + cached, shared: tokens - mostTokens(sample) }];
	});
	const floor = Math.max(0, ...prompts.map(({ shared }) => shared));
	// A row need not tell all that its sample says.
	const short = prompts.filter(({ seen }) => seen < floor / 2);
	const [first] = short;
	if (first === undefined) return [];
	const ids = list(short.map(({ sample }) => sample.sampleId));
	// One count against many may be the wrong one itself.
	if (short.length * 2 > prompts.length) {
		const long = prompts.filter(({ seen }) => seen >= floor / 2);
		const most = Math.max(...short.map(({ seen }) => seen));
		return [
			`${first.sample.suite}: the server's prompts of ${list(long.map(({ sample }) => sample.sampleId))} have more tokens (${long[0]?.seen}) than goes with those of the others (${most} or fewer): it counts these wrongly, or cut the others`,
		];
	}
	return [
		`${first.sample.suite}: the server's prompts of ${ids} have fewer tokens (${first.seen}) than system text and tools of the others alone (${floor} or more)`,
	];
}

/** No vocabulary makes more tokens of a row than it has bytes. */
function mostTokens({ sample }: LogSample): number {
	return new TextEncoder().encode(JSON.stringify(sample)).length;
}

function list(texts: readonly string[]): string {
	return texts.slice(0, MOST_NAMED).join(', ') + (texts.length > MOST_NAMED ? ', ...' : '');
}
