import { type Message, message, type Said } from '../base/message.ts';
import { ENGINE_DIALECT } from '../dialects/conversation/open-conversation.ts';
import { isUncounted, isWholePrompt } from '../eval/evidence/generation-evidence.ts';
import { unendedNote } from '../eval/run.ts';
import type { LoggedGeneration } from '../eval/sample.ts';
import { turnOf } from '../eval/turn.ts';
import { FINISH_WORDS } from '../model/generation.ts';
import type { Log, LogSample } from './record.ts';

/**
 * What a server tells of having changed while the run went on, a line each: another fingerprint of its setup, and prompts
 * so short that system text or tools of the others cannot be in them, or so long where these are the fewer. Prompts that gemmark renders itself are not asked.
 */
export function serverChanges({ samples }: Pick<Log, 'samples'>): readonly Message[] {
	const groups = Map.groupBy(samples, ({ suite, variant }) => JSON.stringify([suite, variant]));
	return [...fingerprintChange(samples), ...[...groups.values()].flatMap(shortPrompts)];
}

const MOST_NAMED = 8;

function fingerprintChange(samples: readonly LogSample[]): readonly Message[] {
	const counts = new Map<string, number>();
	for (const { transcript } of samples) {
		if (transcript.generations.every(({ systemFingerprint }) => systemFingerprint === undefined)) continue;
		const told = new Set(transcript.generations.flatMap(({ systemFingerprint }) => systemFingerprint ?? []));
		for (const fingerprint of told) counts.set(fingerprint, (counts.get(fingerprint) ?? 0) + 1);
	}
	if (counts.size < 2) return [];
	const named = Array.from(counts, ([fingerprint, n]) => message('run.fingerprint-count', { fingerprint, n }));
	return [message('run.fingerprint-changed', { list: some(named) })];
}

/** Of one suite and variant, whose samples share system text and tools unless their rows bring some. */
function shortPrompts(samples: readonly LogSample[]): readonly Message[] {
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
	const { suite } = first.sample;
	const idsOf = (some: typeof prompts): string => list(some.map(({ sample }) => sample.sampleId));
	// One count against many may be the wrong one itself.
	if (short.length * 2 > prompts.length) {
		const long = prompts.filter(({ seen }) => seen >= floor / 2);
		const most = Math.max(...short.map(({ seen }) => seen));
		return [message('run.prompts-long', { suite, ids: idsOf(long), seen: long[0]?.seen ?? 0, most })];
	}
	return [message('run.prompts-short', { suite, ids: idsOf(short), seen: first.seen, floor })];
}

/** No vocabulary makes more tokens of a row than it has bytes. */
function mostTokens({ sample }: LogSample): number {
	return new TextEncoder().encode(JSON.stringify(sample)).length;
}

function list(texts: readonly string[]): string {
	return some(texts).join(', ');
}

function some<T>(all: readonly T[]): readonly (T | string)[] {
	return all.length > MOST_NAMED ? [...all.slice(0, MOST_NAMED), '...'] : all;
}

/**
 * What a log shows beside the warnings that it was written with: what put it in doubt during the run, what its server did,
 * that it was scored again, or changed by something else than gemmark.
 */
export function logWarnings(log: Log): readonly Said[] {
	return [
		...(log.digestDiffers === true ? [message('run.log-digest-differs')] : []),
		...serverChanges(log),
		...refusedAttempts(log),
		...missingCounts(log),
		...leakedMarks(log),
		...parserFaults(log),
		...(log.footer?.warnings ?? []),
		...rescoredNotes(log),
	];
}

/** That a run did not come to its end, and with what it failed; none where it did. */
export function unendedNotes({ footer, failures }: Pick<Log, 'footer' | 'failures'>): readonly Said[] {
	const note = unendedNote(footer === undefined ? {} : { footer });
	if (note === undefined) return [];
	const last = footer?.outcome === 'failed' ? failures.at(-1) : undefined;
	return last === undefined ? [note] : [note, last.said];
}

/** That a run was scored again; none where it was not. */
export function rescoredNotes({ header: { rescored }, samples }: Pick<Log, 'header' | 'samples'>): readonly Message[] {
	if (rescored === undefined) return [];
	const { at, changed, declared } = rescored;
	const fields = declared.length === 0 ? undefined : declared;
	return [message('run.rescored', { date: at.slice(0, 10), changed, n: samples.length, fields })];
}

/** Of requests that a server took only when they were sent again, a line: what was waited for is in no time. */
export function refusedAttempts({ samples }: Pick<Log, 'samples'>): readonly Message[] {
	const waited = samples
		.map(({ timings }) => timings.generations.flatMap(({ refused }) => refused ?? []))
		.filter((refusals) => refusals.length > 0);
	if (waited.length === 0) return [];
	const all = waited.flat();
	const attempts = all.reduce((sum, refused) => sum + refused.attempts, 0);
	const seconds = (all.reduce((sum, { ms }) => sum + ms, 0) / 1000).toFixed(1);
	return [message('run.refused-attempts', { attempts, n: waited.length, seconds })];
}

/**
 * One warning where the engine that read the calls reports no token counts: a dropped call or a cut cannot be seen then.
 * Captures, which count nothing, have their own.
 */
export function missingCounts({ header, samples }: Pick<Log, 'header' | 'samples'>): readonly Message[] {
	if (header.settings.dialect !== ENGINE_DIALECT) return [];
	const untold = samples.filter(({ transcript }) => transcript.generations.some(isUncounted));
	if (untold.length === 0) return [];
	const silent = untold.filter(({ transcript }) => turnOf(transcript).call === undefined).length;
	return [message('run.no-token-counts', { n: untold.length, silent })];
}

/**
 * One warning where marks that end or open a turn stand as text in what a server or app gave: it did not stop where its model
 * did, or renders another model's template. What was said counts with them, for a user would have read them.
 */
export function leakedMarks({ header, samples }: Pick<Log, 'header' | 'samples'>): readonly Message[] {
	if (header.settings.dialect !== ENGINE_DIALECT) return [];
	const marks = samples.flatMap(({ sample, transcript }) => {
		const said = transcript.generations.map(({ pieces }) => pieces.join('')).join('\n');
		const mark = TURN_MARK.exec(said)?.[0];
		return mark === undefined || JSON.stringify(sample.input ?? '').includes(mark) ? [] : [mark];
	});
	if (marks.length === 0) return [];
	return [message('run.leaked-marks', { marks: [...new Set(marks)].slice(0, 3).join(', '), n: marks.length })];
}

/** One warning each for calls without a name, and for thoughts though thinking is off (ggml-org/llama.cpp#21418). */
export function parserFaults({ header: { settings }, samples }: Pick<Log, 'header' | 'samples'>): readonly Message[] {
	if (settings.dialect !== ENGINE_DIALECT) return [];
	const count = (isFaulty: (generation: LoggedGeneration) => boolean): number =>
		samples.filter(({ transcript }) => transcript.generations.some(isFaulty)).length;
	const nameless = count(({ finish }) => finish.raw === FINISH_WORDS.missingName);
	const isOff = (settings.thinking ?? 'off') === 'off';
	const thinking = isOff ? count(({ events }) => events.some(({ type }) => type === 'thinking')) : 0;
	return [
		...(nameless > 0 ? [message('run.nameless-calls', { n: nameless })] : []),
		...(thinking > 0 ? [message('run.thinking-off', { n: thinking })] : []),
	];
}

/** Of Gemma 3 and 4, and of other families whose template a server may have taken. */
const TURN_MARK =
	/<(?:start_of_turn|end_of_turn|\|turn|turn\||bos|eos|pad|\|im_start\||\|im_end\||\|eot_id\||\|endoftext\|)>|<\/s>/u;
